// The library `cjson` of scripts: values of Lua as JSON, and back.
#pragma once

struct lua_State;

namespace keemun::scripts {

// For lua_call(): answers the table of its functions.
int open_json(lua_State* lua);

}  // namespace keemun::scripts
