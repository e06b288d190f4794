// A function of Lua's libraries that ours stands before: it looks at the arguments, and calls the
// function itself, its upvalue, in its own place.
#pragma once

#include <lua.hpp>

namespace keemun::scripts {

// In the table on top, `guard` comes before the function of this name.
inline void put_before(lua_State* lua, const char* name, lua_CFunction guard) {
  lua_getfield(lua, -1, name);
  lua_pushcclosure(lua, guard, 1);
  lua_setfield(lua, -2, name);
}

}  // namespace keemun::scripts
