#include "scripts/registrations.h"

#include <algorithm>
#include <lua.hpp>
#include <utility>

#include "base/ascii.h"
#include "scripts/lua_values.h"

namespace keemun::scripts {

namespace {

// What a function takes here beside its texts.
constexpr size_t kFunctionBytes = 256;

std::optional<Bytes> text_at(lua_State* lua, int index) {
  if (lua_isstring(lua, index) == 0) return std::nullopt;
  size_t size = 0;
  const char* text = lua_tolstring(lua, index, &size);
  return Bytes(text, size);
}

// Those that the table on top lists; none where it lists anything else.
std::optional<ScriptFlags> read_flags(lua_State* lua) {
  ScriptFlags flags = 0;
  for (int i = 1;; ++i) {
    lua_rawgeti(lua, -1, i);
    const bool is_end = lua_isnil(lua, -1);
    const auto text = text_at(lua, -1);
    lua_pop(lua, 1);
    if (is_end) return flags;
    const auto found = std::find_if(kScriptFlagNames.begin(), kScriptFlagNames.end(),
                                    [&text](const ScriptFlagName& known) {
                                      return text && ascii_equal_ignoring_case(known.name, *text);
                                    });
    if (found == kScriptFlagNames.end()) return std::nullopt;
    flags |= found->flag;
  }
}

using Fault = const char*;

// The value on top is what a function is given under this name; it stays there.
Fault read_named(lua_State* lua, BytesView name, Function& function) {
  if (ascii_equal_ignoring_case(name, "function_name")) {
    auto text = text_at(lua, -1);
    if (!text) return "function_name argument given to redis.register_function must be a string";
    function.name = std::move(*text);
  } else if (ascii_equal_ignoring_case(name, "description")) {
    function.description = text_at(lua, -1);
    if (!function.description) {
      return "description argument given to redis.register_function must be a string";
    }
  } else if (ascii_equal_ignoring_case(name, "callback")) {
    if (!lua_isfunction(lua, -1)) {
      return "callback argument given to redis.register_function must be a function";
    }
    lua_pushvalue(lua, -1);
    function.callback = luaL_ref(lua, LUA_REGISTRYINDEX);
  } else if (ascii_equal_ignoring_case(name, "flags")) {
    if (!lua_istable(lua, -1)) {
      return "flags argument to redis.register_function must be a table representing function "
             "flags";
    }
    const auto flags = read_flags(lua);
    if (!flags) return "unknown flag given";
    function.flags = *flags;
  } else {
    return "unknown argument given to redis.register_function";
  }
  return nullptr;
}

Fault read_table(lua_State* lua, Function& function) {
  if (!lua_istable(lua, 1)) {
    return "calling redis.register_function with a single argument is only applicable to Lua table "
           "(representing named arguments).";
  }
  bool has_name = false;
  lua_pushnil(lua);
  while (lua_next(lua, 1) != 0) {
    lua_pushvalue(lua, -2);  // a key that is a number stays one
    const auto name = text_at(lua, -1);
    lua_pop(lua, 1);
    if (!name) return "named argument key given to redis.register_function is not a string";
    if (const Fault fault = read_named(lua, *name, function)) return fault;
    has_name = has_name || ascii_equal_ignoring_case(*name, "function_name");
    lua_pop(lua, 1);
  }
  if (!has_name) return "redis.register_function must get a function name argument";
  if (function.callback == 0) return "redis.register_function must get a callback argument";
  return nullptr;
}

Fault read_pair(lua_State* lua, Function& function) {
  auto name = text_at(lua, 1);
  if (!name) return "first argument to redis.register_function must be a string";
  if (!lua_isfunction(lua, 2)) {
    return "second argument to redis.register_function must be a function";
  }
  function.name = std::move(*name);
  lua_pushvalue(lua, 2);
  function.callback = luaL_ref(lua, LUA_REGISTRYINDEX);
  return nullptr;
}

Fault read_function(lua_State* lua, Function& function) {
  switch (lua_gettop(lua)) {
    case 1:
      return read_table(lua, function);
    case 2:
      return read_pair(lua, function);
    default:
      return "wrong number of arguments to redis.register_function";
  }
}

}  // namespace

bool is_function_name(BytesView name) {
  return !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
    const char lower = ascii_lower(c);
    return (lower >= 'a' && lower <= 'z') || (c >= '0' && c <= '9') || c == '_';
  });
}

bool Registrations::take(lua_State* lua, ScriptMemory& memory) {
  const ScriptMemory::Unlimited unlimited(memory);
  Function function;
  if (const Fault fault = read_function(lua, function)) {
    push_error(lua, Bytes("ERR ") + fault);
    return false;
  }
  if (!is_function_name(function.name)) {
    push_error(lua, kBadName);
    return false;
  }
  if (!names_.insert(ascii_lower(function.name)).second) {
    push_error(lua, "ERR Function already exists in the library");
    return false;
  }
  byte_count_ += kFunctionBytes + function.name.size() + function.description.value_or("").size();
  if (!memory.has_room(byte_count_)) {
    push_error(lua, "ERR not enough memory for the functions of the library");
    return false;
  }
  functions_.push_back(std::move(function));
  return true;
}

}  // namespace keemun::scripts
