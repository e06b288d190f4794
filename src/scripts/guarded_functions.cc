#include "scripts/guarded_functions.h"

#include <algorithm>
#include <bit>
#include <cstdint>

#include "base/bytes.h"
#include "scripts/guarded_call.h"
#include "scripts/put_before.h"
#include "scripts/running.h"

namespace keemun::scripts {

namespace {

// In the place of a chunk, with what says why on top.
int load_nothing(lua_State* lua) {
  lua_pushnil(lua);
  lua_insert(lua, -2);
  return 2;
}

// A chunk that was compiled elsewhere could do anything.
int load_compiled(lua_State* lua) {
  lua_pushliteral(lua, "a script is loaded from its text alone");
  return load_nothing(lua);
}

int load_named(lua_State* lua, BytesView text, const char* name) {
  if (text.starts_with(LUA_SIGNATURE[0])) return load_compiled(lua);
  return load_chunk(lua, text, name) ? 1 : load_nothing(lua);
}

int load_string(lua_State* lua) {
  size_t size = 0;
  const char* text = luaL_checklstring(lua, 1, &size);
  return load_named(lua, {text, size}, luaL_optstring(lua, 2, text));
}

// load(): what its function answers, piece by piece, is joined before it is parsed. The parser
// holds on to what no collection of garbage sees, and a function that it called could begin one.
int load_pieces(lua_State* lua) {
  luaL_checktype(lua, 1, LUA_TFUNCTION);
  const char* name = luaL_optstring(lua, 2, "=(load)");
  lua_settop(lua, 2);
  luaL_Buffer text;
  luaL_buffinit(lua, &text);
  bool has_begun = false;
  for (bool is_first = true;; is_first = false) {
    luaL_checkstack(lua, 2, "too many nested functions");
    lua_pushvalue(lua, 1);
    if (lua_pcall(lua, 0, 1, 0) != 0) return load_nothing(lua);
    if (!lua_isnil(lua, -1) && lua_isstring(lua, -1) == 0) {
      lua_pushliteral(lua, "reader function must return a string");
      return load_nothing(lua);
    }
    if (lua_objlen(lua, -1) > 0) {
      if (!has_begun && *lua_tostring(lua, -1) == LUA_SIGNATURE[0]) return load_compiled(lua);
      has_begun = true;
      luaL_addvalue(&text);
      continue;
    }
    lua_pop(lua, 1);
    if (!is_first) break;  // Lua's own parser looks twice where it begins
  }
  luaL_pushresult(&text);
  size_t size = 0;
  const char* bytes = lua_tolstring(lua, -1, &size);
  return load_named(lua, {bytes, size}, name);
}

// string.find() and its like call themselves for each part of a pattern, on the stack of the
// process, and Lua does not look how far. The function itself is called in the place of this one.
int match_pattern(lua_State* lua) {
  constexpr size_t kPatternBytesMax = 16'384;
  if (lua_objlen(lua, 2) > kPatternBytesMax) return luaL_error(lua, "pattern too complex");
  return lua_tocfunction(lua, lua_upvalueindex(1))(lua);
}

// find() looks for a text as it is where its fourth argument says so.
int find_pattern(lua_State* lua) {
  constexpr int kIsPlainPlace = 4;
  if (lua_toboolean(lua, kIsPlainPlace) == 0) return match_pattern(lua);
  return lua_tocfunction(lua, lua_upvalueindex(1))(lua);
}

// From -2^31 to 2^31 - 1 it counts to zero in Lua's arithmetic, and writes to the end of memory.
int unpack_some(lua_State* lua) {
  constexpr int64_t kValuesMax = 1'000'000;
  luaL_checktype(lua, 1, LUA_TTABLE);
  const int first = luaL_optint(lua, 2, 1);
  const int last =
      lua_isnoneornil(lua, 3) ? static_cast<int>(lua_objlen(lua, 1)) : luaL_checkint(lua, 3);
  if (int64_t{last} - first >= kValuesMax) return luaL_error(lua, "too many results to unpack");
  return lua_tocfunction(lua, lua_upvalueindex(1))(lua);
}

// bit.tohex(x, -2^31) likewise takes the least number for its own opposite.
int few_digits(lua_State* lua) {
  constexpr int32_t kDigitsMax = 8;
  if (lua_isnumber(lua, 2) != 0) {
    // As all numbers of the library: in the lowest bits of the sum, modulo 2^32.
    constexpr lua_Number kShift = 6755399441055744.0;  // 2^52 + 2^51
    const auto digits = static_cast<int32_t>(
        static_cast<uint32_t>(std::bit_cast<uint64_t>(lua_tonumber(lua, 2) + kShift)));
    lua_pushnumber(lua, std::clamp(digits, -kDigitsMax, kDigitsMax));
    lua_replace(lua, 2);
  }
  return lua_tocfunction(lua, lua_upvalueindex(1))(lua);
}

// The pace of the collector is not a script's to set: those that come after it would have it, too.
int collect_garbage(lua_State* lua) {
  constexpr lua_Integer kPace = 200;  // as Lua has it; who stops the collector is answered 0
  const BytesView wanted = luaL_optstring(lua, 1, "collect");
  const bool is_number = wanted == "setpause" || wanted == "setstepmul";
  if (!is_number && wanted != "stop" && wanted != "restart") {
    return lua_tocfunction(lua, lua_upvalueindex(1))(lua);
  }
  luaL_optint(lua, 2, 0);
  lua_pushinteger(lua, is_number ? kPace : 0);
  return 1;
}

// If it has to end: to run out of memory takes a second, and steps of that length are not to be as
// many as others between two questions.
void end_where_memory_ran_out(lua_State* lua, int failed) {
  Running* running = failed == LUA_ERRMEM ? running_in(lua) : nullptr;
  if (running != nullptr) end_if_it_has_to(lua, *running);
}

// What redis.call() raised is a table; who catches it is given the text.
int protected_call(lua_State* lua) {
  luaL_checkany(lua, 1);
  const int failed = lua_pcall(lua, lua_gettop(lua) - 1, LUA_MULTRET, 0);
  end_where_memory_ran_out(lua, failed);
  if (failed != 0 && lua_istable(lua, -1)) {
    lua_getfield(lua, -1, "err");
    if (lua_isstring(lua, -1) == 0) lua_pop(lua, 1);
  }
  if (failed != 0) {
    lua_pushboolean(lua, 0);
    lua_insert(lua, -2);
    return 2;
  }
  luaL_checkstack(lua, 1, "too many results");
  lua_pushboolean(lua, 1);
  lua_insert(lua, 1);
  return lua_gettop(lua);
}

// The handler of xpcall(), with what went wrong. While Lua ends a script no hook is called, so that
// nothing would end a handler.
int handle_error(lua_State* lua) {
  const Running* running = running_in(lua);
  if (running != nullptr && running->is_over()) return 1;
  lua_pushvalue(lua, lua_upvalueindex(1));
  lua_insert(lua, -2);
  lua_call(lua, 1, 1);
  return 1;
}

int handled_call(lua_State* lua) {
  luaL_checkany(lua, 2);
  lua_settop(lua, 2);
  lua_pushcclosure(lua, handle_error, 1);
  lua_insert(lua, 1);
  const int failed = lua_pcall(lua, 0, LUA_MULTRET, 1);
  end_where_memory_ran_out(lua, failed);
  lua_pushboolean(lua, failed == 0 ? 1 : 0);
  lua_replace(lua, 1);
  return lua_gettop(lua);
}

}  // namespace

void guard_functions(lua_State* lua) {
  lua_getglobal(lua, LUA_STRLIBNAME);
  put_before(lua, "find", find_pattern);
  for (const char* name : {"match", "gmatch", "gfind", "gsub"}) {
    put_before(lua, name, match_pattern);
  }
  lua_getglobal(lua, "bit");
  put_before(lua, "tohex", few_digits);
  lua_pushvalue(lua, LUA_GLOBALSINDEX);
  put_before(lua, "unpack", unpack_some);
  put_before(lua, "collectgarbage", collect_garbage);
  lua_settop(lua, 0);
  lua_register(lua, "pcall", protected_call);
  lua_register(lua, "xpcall", handled_call);
  lua_register(lua, "load", load_pieces);
  lua_register(lua, "loadstring", load_string);
}

}  // namespace keemun::scripts
