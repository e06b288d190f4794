// What scripts may name: Lua's own functions but for those that reach outside, string, table, math,
// coroutine, cjson, bit and redis. Nothing of it can be changed, and no global be made, so that no
// script can prepare anything for the next one.
#pragma once

struct lua_State;

namespace keemun::scripts {

// In a new interpreter, with room on its stack; `redis` is the table on top, which is consumed.
void close_sandbox(lua_State* lua);

// Of an interpreter that is closed: what the globals are while a library is loaded in it, and what
// they are for its functions, as at first. Both see them through one table.
void show_loading(lua_State* lua);
void show_globals(lua_State* lua);

// A global that scripts see, set for the script to come: the value on top, which is consumed.
void set_global(lua_State* lua, const char* name);

}  // namespace keemun::scripts
