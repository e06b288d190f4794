#include "scripts/msgpack_library.h"

#include <limits>
#include <lua.hpp>
#include <utility>

#include "base/bytes.h"
#include "scripts/lua_values.h"
#include "scripts/msgpack_format.h"
#include "scripts/msgpack_packer.h"
#include "scripts/msgpack_unpacker.h"
#include "scripts/running.h"

namespace keemun::scripts {

namespace {

using msgpack::Fault;

Fault push_packed(lua_State* lua, Running& running) {
  const ScriptMemory::Unlimited unlimited(running.memory);
  const int count = lua_gettop(lua);
  if (lua_checkstack(lua, msgpack::kPackedLevelsMax * msgpack::kSlotsOfLevel) == 0)
    return msgpack::kNoMemory;
  msgpack::Packer packer(lua, running);
  for (int i = 1; i <= count; ++i) {
    lua_pushvalue(lua, i);
    if (!packer.add(0)) return running.is_over() ? msgpack::kEnded : msgpack::kNoMemory;
    lua_pop(lua, 1);
  }
  lua_pushlstring(lua, packer.bytes().data(), packer.bytes().size());
  return running.memory.is_over() ? msgpack::kNoMemory : msgpack::kNone;
}

// Values of the text at 1, from this byte of it on, and behind them how many bytes are left.
Fault push_unpacked(lua_State* lua, Running& running, size_t offset, lua_Integer limit) {
  const ScriptMemory::Unlimited unlimited(running.memory);
  size_t size = 0;
  const char* text = lua_tolstring(lua, 1, &size);
  msgpack::Unpacker unpacker(lua, running.memory, BytesView(text, size).substr(offset));
  for (lua_Integer i = 0; i < limit && unpacker.left() > 0; ++i) {
    const Fault fault = unpacker.next(0);
    if (fault != msgpack::kNone) return fault;
  }
  if (lua_checkstack(lua, msgpack::kSlotsOfLevel) == 0) return msgpack::kNoMemory;
  lua_pushinteger(lua, static_cast<lua_Integer>(unpacker.left()));
  return msgpack::kNone;
}

// In frames without destructors, which Lua leaves.
int raise(lua_State* lua, Fault fault) {
  lua_settop(lua, 0);
  if (fault == msgpack::kEnded) {
    end_script(lua, *running_in(lua));
    push_error(lua, kKilled);
    return lua_error(lua);
  }
  if (fault == msgpack::kNoMemory) lua_gc(lua, LUA_GCCOLLECT, 0);
  if (fault != msgpack::kNilKey && fault != msgpack::kNanKey) return luaL_error(lua, "%s", fault);
  lua_pushstring(lua, fault);
  return lua_error(lua);
}

// pack(value, ...)
int pack(lua_State* lua) {
  if (lua_gettop(lua) == 0) return luaL_argerror(lua, 0, "MessagePack pack needs input.");
  const Fault fault = push_packed(lua, running_or_raise(lua, "cmsgpack"));
  return fault == msgpack::kNone ? 1 : raise(lua, fault);
}

int unpack_some(lua_State* lua, lua_Integer limit, lua_Integer offset, bool tells_offset) {
  size_t size = 0;
  luaL_checklstring(lua, 1, &size);
  if (offset < 0 || limit < 0) {  // Redis names the size for the limit
    return luaL_error(lua, "Invalid request to unpack with offset of %d and limit of %d.",
                      static_cast<int>(offset), static_cast<int>(size));
  }
  if (static_cast<size_t>(offset) > size) {
    return luaL_error(lua, "Start offset %d greater than input length %d.",
                      static_cast<int>(offset), static_cast<int>(size));
  }
  lua_settop(lua, 1);
  const auto start = static_cast<size_t>(offset);
  const Fault fault = push_unpacked(lua, running_or_raise(lua, "cmsgpack"), start, limit);
  if (fault != msgpack::kNone) return raise(lua, fault);
  const auto left = static_cast<size_t>(lua_tointeger(lua, -1));
  lua_pop(lua, 1);
  if (!tells_offset) return lua_gettop(lua) - 1;
  lua_pushinteger(lua, left == 0 ? -1 : static_cast<lua_Integer>(size - left));
  lua_insert(lua, 2);
  return lua_gettop(lua) - 1;
}

constexpr lua_Integer kNoLimit = std::numeric_limits<int>::max();

// unpack(text)
int unpack(lua_State* lua) {
  return unpack_some(lua, kNoLimit, 0, false);
}

// unpack_one(text [, offset]): where the next one begins, or -1, and the value
int unpack_one(lua_State* lua) {
  return unpack_some(lua, 1, luaL_optinteger(lua, 2, 0), true);
}

// unpack_limit(text, limit [, offset]): the same of several
int unpack_limit(lua_State* lua) {
  const lua_Integer limit = luaL_checkinteger(lua, 2);
  const lua_Integer offset = luaL_optinteger(lua, 3, 0);
  const bool is_all = limit == 0 && offset == 0;
  return unpack_some(lua, is_all ? kNoLimit : limit, offset, !is_all);
}

}  // namespace

int open_msgpack(lua_State* lua) {
  constexpr luaL_Reg kFunctions[] = {{"pack", pack},
                                     {"unpack", unpack},
                                     {"unpack_limit", unpack_limit},
                                     {"unpack_one", unpack_one},
                                     {}};
  // Of the library that Redis has, which scripts may ask for.
  constexpr std::pair<const char*, const char*> kAbout[] = {
      {"_NAME", "cmsgpack"},
      {"_VERSION", "lua-cmsgpack 0.4.0"},
      {"_COPYRIGHT", "Copyright (C) 2012, Salvatore Sanfilippo"},
      {"_DESCRIPTION", "MessagePack C implementation for Lua"}};
  lua_createtable(lua, 0, 0);
  luaL_register(lua, nullptr, kFunctions);
  for (const auto& [name, text] : kAbout) {
    lua_pushstring(lua, text);
    lua_setfield(lua, -2, name);
  }
  return 1;
}

}  // namespace keemun::scripts
