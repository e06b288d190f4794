#include "scripts/sandbox.h"

#include <array>
#include <lua.hpp>

#include "scripts/guarded_functions.h"
#include "scripts/json_library.h"
#include "scripts/msgpack_library.h"
#include "scripts/put_before.h"
#include "scripts/redis_library.h"
#include "scripts/running.h"
#include "scripts/struct_library.h"

// It is of C, which its header does not say to C++.
extern "C" {
#include <lua-bitop.h>
}

namespace keemun::scripts {

namespace {

// Under the address of these the registry keeps what is in no script's reach.
constexpr char kGlobals = 'g';  // the table of all globals
constexpr char kClosed = 'c';   // the metatables of what cannot be changed

void push_registered(lua_State* lua, const char& name) {
  lua_pushlightuserdata(lua, const_cast<char*>(&name));
  lua_rawget(lua, LUA_REGISTRYINDEX);
}

// The table on top, which stays there.
void register_table(lua_State* lua, const char& name) {
  lua_pushlightuserdata(lua, const_cast<char*>(&name));
  lua_pushvalue(lua, -2);
  lua_rawset(lua, LUA_REGISTRYINDEX);
}

int refuse_change(lua_State* lua) {
  return luaL_error(lua, "Attempt to modify a readonly table");
}

int refuse_name(lua_State* lua) {
  const char* name = lua_tostring(lua, 2);
  return luaL_error(lua, "Script attempted to access nonexistent global variable '%s'",
                    name == nullptr ? "?" : name);
}

// rawset() and the functions of `table` go past what a metatable says. The function itself is
// called in the place of this one.
int change_open_table(lua_State* lua) {
  if (lua_istable(lua, 1) && lua_getmetatable(lua, 1) != 0) {
    push_registered(lua, kClosed);
    lua_insert(lua, -2);
    lua_rawget(lua, -2);
    if (lua_toboolean(lua, -1) != 0) {
      lua_pushliteral(lua, "Attempt to modify a readonly table");
      return lua_error(lua);
    }
    lua_pop(lua, 2);
  }
  return lua_tocfunction(lua, lua_upvalueindex(1))(lua);
}

// The same of setmetatable(), which first says what is wrong with the other table.
int change_metatable(lua_State* lua) {
  const bool may_be_given = lua_isnil(lua, 2) || lua_istable(lua, 2);
  return may_be_given ? change_open_table(lua) : lua_tocfunction(lua, lua_upvalueindex(1))(lua);
}

void open(lua_State* lua, const char* name, lua_CFunction library) {
  lua_pushcfunction(lua, library);
  lua_pushstring(lua, name);
  lua_call(lua, 1, 1);
  if (*name != '\0' && lua_istable(lua, -1)) {
    lua_setglobal(lua, name);
  } else {
    lua_pop(lua, 1);
  }
}

void open_libraries(lua_State* lua) {
  open(lua, "", luaopen_base);
  open(lua, LUA_TABLIBNAME, luaopen_table);
  open(lua, LUA_STRLIBNAME, luaopen_string);
  open(lua, LUA_MATHLIBNAME, luaopen_math);
  open(lua, "cjson", open_json);
  open(lua, "bit", luaopen_bit);
  open(lua, "cmsgpack", open_msgpack);
  open(lua, "struct", open_struct);
  // A proxy can be told to run something when it is collected: in the middle of our own work.
  // And what a function sees could be another table for all that come after.
  constexpr auto kOutside =
      std::to_array<const char*>({"dofile", "loadfile", "print", "newproxy", "getfenv", "setfenv"});
  for (const char* name : kOutside) {
    lua_pushnil(lua);
    lua_setglobal(lua, name);
  }
  guard_functions(lua);
  lua_pushvalue(lua, LUA_GLOBALSINDEX);
  put_before(lua, "rawset", change_open_table);
  put_before(lua, "setmetatable", change_metatable);
  lua_getglobal(lua, LUA_TABLIBNAME);
  for (const char* name : {"insert", "remove", "sort", "setn"}) {
    put_before(lua, name, change_open_table);
  }
  lua_settop(lua, 0);
}

// In the place of the table on top an empty one that shows it and cannot be changed.
void close_table(lua_State* lua) {
  lua_createtable(lua, 0, 0);
  lua_createtable(lua, 0, 3);
  lua_pushvalue(lua, -3);
  lua_setfield(lua, -2, "__index");
  lua_pushcfunction(lua, refuse_change);
  lua_setfield(lua, -2, "__newindex");
  lua_pushboolean(lua, 0);
  lua_setfield(lua, -2, "__metatable");
  push_registered(lua, kClosed);
  lua_pushvalue(lua, -2);
  lua_pushboolean(lua, 1);
  lua_rawset(lua, -3);
  lua_pop(lua, 1);
  lua_setmetatable(lua, -2);
  lua_replace(lua, -2);
}

// What the table on top does not have is an error.
void refuse_names(lua_State* lua) {
  lua_createtable(lua, 0, 1);
  lua_pushcfunction(lua, refuse_name);
  lua_setfield(lua, -2, "__index");
  lua_setmetatable(lua, -2);
}

// From now on the closed table of globals shows the table on top, which is consumed.
void show(lua_State* lua) {
  lua_getmetatable(lua, LUA_GLOBALSINDEX);
  lua_insert(lua, -2);
  lua_setfield(lua, -2, "__index");
  lua_pop(lua, 1);
}

// Every library among the globals, which are on top.
void close_libraries(lua_State* lua) {
  constexpr auto kLibraries = std::to_array<const char*>(
      {"string", "table", "math", "coroutine", "cjson", "cmsgpack", "struct", "bit", "redis"});
  for (const char* name : kLibraries) {
    lua_getfield(lua, -1, name);
    close_table(lua);
    lua_setfield(lua, -2, name);
  }
}

// The table on top is what getmetatable() shows of the value below it, and closed.
void show_as_metatable(lua_State* lua) {
  close_table(lua);
  lua_getmetatable(lua, -2);
  lua_insert(lua, -2);
  lua_setfield(lua, -2, "__metatable");
  lua_pop(lua, 1);
}

// ("").upper() goes by the metatable of strings: what is shown of it has the closed library.
void close_strings(lua_State* lua) {
  lua_pushliteral(lua, "");
  lua_createtable(lua, 0, 1);
  push_registered(lua, kGlobals);
  lua_getfield(lua, -1, LUA_STRLIBNAME);
  lua_setfield(lua, -3, "__index");
  lua_pop(lua, 1);
  show_as_metatable(lua);
  lua_pop(lua, 1);
}

}  // namespace

void close_sandbox(lua_State* lua) {
  lua_createtable(lua, 0, 0);
  register_table(lua, kClosed);
  lua_pop(lua, 1);
  lua_setglobal(lua, "redis");
  open_libraries(lua);
  lua_getglobal(lua, LUA_MATHLIBNAME);
  add_chance(lua);
  lua_pop(lua, 1);

  lua_pushvalue(lua, LUA_GLOBALSINDEX);
  register_table(lua, kGlobals);
  refuse_names(lua);
  close_table(lua);
  lua_createtable(lua, 0, 0);
  show_as_metatable(lua);

  push_registered(lua, kGlobals);
  close_libraries(lua);
  lua_pushvalue(lua, -2);
  lua_setfield(lua, -2, "_G");
  lua_pop(lua, 1);
  close_strings(lua);
  lua_replace(lua, LUA_GLOBALSINDEX);
}

void show_loading(lua_State* lua) {
  lua_createtable(lua, 0, 1);
  push_loading_library(lua);
  refuse_names(lua);
  close_table(lua);
  lua_setfield(lua, -2, "redis");
  refuse_names(lua);
  show(lua);
}

void show_globals(lua_State* lua) {
  push_registered(lua, kGlobals);
  show(lua);
}

void set_global(lua_State* lua, const char* name) {
  push_registered(lua, kGlobals);
  lua_insert(lua, -2);
  lua_setfield(lua, -2, name);
  lua_pop(lua, 1);
}

}  // namespace keemun::scripts
