// The library `cmsgpack` of scripts: values of Lua as MessagePack, and back.
#pragma once

struct lua_State;

namespace keemun::scripts {

// For lua_call(): answers the table of its functions.
int open_msgpack(lua_State* lua);

}  // namespace keemun::scripts
