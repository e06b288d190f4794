// The library `struct` of scripts: values of Lua as the fields of a structure in C, and back.
#pragma once

struct lua_State;

namespace keemun::scripts {

// For lua_call(): answers the table of its functions.
int open_struct(lua_State* lua);

}  // namespace keemun::scripts
