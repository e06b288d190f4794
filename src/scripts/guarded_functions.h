// Functions of Lua's own that could do what no script may: read what was compiled elsewhere, fill
// the stack or write past memory, go on when a script has to end, change the collector for others.
#pragma once

#include <lua.hpp>

namespace keemun::scripts {

// Puts ours before them, or in their place, in the open libraries among the globals.
void guard_functions(lua_State* lua);

}  // namespace keemun::scripts
