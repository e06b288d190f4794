#include "scripts/redis_library.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <lua.hpp>
#include <optional>
#include <span>
#include <vector>

#include "base/sha.h"
#include "base/version.h"
#include "scripts/lua_values.h"
#include "scripts/registrations.h"
#include "scripts/running.h"

namespace keemun::scripts {

namespace {

// In frames without destructors, which Lua leaves: the error is on top.
int raise(lua_State* lua, BytesView text) {
  push_error(lua, text);
  return lua_error(lua);
}

Running& running_or_raise(lua_State* lua) {
  Running* running = running_in(lua);
  if (running == nullptr) raise(lua, "ERR redis can only be called inside a script invocation");
  return *running;
}

// What a command is given for an argument of Lua's, or false where it is none.
bool add_word(lua_State* lua, int index, std::vector<Bytes>& words) {
  if (lua_type(lua, index) == LUA_TNUMBER) {
    char digits[64];
    const int size = std::snprintf(digits, sizeof digits, "%.17g", lua_tonumber(lua, index));
    words.emplace_back(digits, static_cast<size_t>(size));
    return true;
  }
  if (lua_type(lua, index) != LUA_TSTRING) return false;
  size_t size = 0;
  const char* text = lua_tolstring(lua, index, &size);
  words.emplace_back(text, size);
  return true;
}

// One text may be many of the words.
bool has_room_for_words(lua_State* lua, const ScriptMemory& memory) {
  size_t bytes = 0;
  for (int i = lua_gettop(lua); i > 0; --i) {
    bytes += lua_type(lua, i) == LUA_TSTRING ? lua_objlen(lua, i) : 0;
  }
  if (memory.has_room(bytes)) return true;
  lua_gc(lua, LUA_GCCOLLECT, 0);
  return memory.has_room(bytes);
}

// The words of the command that a script names, taken off the stack; none, and an error on top,
// where they are no words, or too much.
std::vector<Bytes> take_words(lua_State* lua, const ScriptMemory& memory) {
  const int count = lua_gettop(lua);
  if (count == 0) {
    push_error(lua, "ERR Please specify at least one argument for this redis lib call");
    return {};
  }
  if (!has_room_for_words(lua, memory)) {
    lua_settop(lua, 0);
    push_error(lua, "ERR not enough memory for the words of the command");
    return {};
  }
  std::vector<Bytes> words;
  words.reserve(static_cast<size_t>(count));
  for (int i = 1; i <= count; ++i) {
    if (add_word(lua, i, words)) continue;
    lua_settop(lua, 0);
    push_error(lua, "ERR Lua redis lib command arguments must be strings or integers");
    return {};
  }
  lua_settop(lua, 0);
  return words;
}

// Leaves the command's answer on top; whether it is an error.
bool call_host(lua_State* lua, Running& running) {
  const ScriptMemory::Unlimited unlimited(running.memory);
  const std::vector<Bytes> words = take_words(lua, running.memory);
  if (words.empty()) return true;
  ask_whether_to_end(running);  // a few steps of a script may be many slow commands
  if (running.is_over()) return true;
  try {
    const std::vector<BytesView> views(words.begin(), words.end());
    const resp::Reply reply = running.host.call(views, running.wants_resp3);
    push_reply(lua, reply, running.wants_resp3);
    if (!running.memory.is_over()) return reply.is_error();
    lua_settop(lua, 0);
    lua_gc(lua, LUA_GCCOLLECT, 0);
    push_error(lua, "ERR not enough memory for the answer of the command");
    return true;
  } catch (...) {
    running.failure = std::current_exception();
    return true;
  }
}

int call_or_raise(lua_State* lua) {
  Running& running = running_or_raise(lua);
  const bool failed = running.is_over() || call_host(lua, running);
  if (running.is_over()) {
    end_script(lua, running);
    return raise(lua, running.ending);
  }
  return failed ? lua_error(lua) : 1;
}

int call_and_catch(lua_State* lua) {
  Running& running = running_or_raise(lua);
  if (!running.is_over()) call_host(lua, running);
  if (running.is_over()) {
    end_script(lua, running);
    return raise(lua, running.ending);
  }
  return 1;
}

// What is no text has the digest of an empty one.
void push_digest(lua_State* lua, Running& running) {
  const ScriptMemory::Unlimited unlimited(running.memory);
  size_t size = 0;
  const char* text = lua_tolstring(lua, 1, &size);
  const Bytes digest = sha1_hex({text, size});
  lua_pushlstring(lua, digest.data(), digest.size());
}

int sha1hex(lua_State* lua) {
  if (lua_gettop(lua) != 1) return raise(lua, "ERR wrong number of arguments");
  push_digest(lua, running_or_raise(lua));
  return 1;
}

bool is_one_text(lua_State* lua) {
  if (lua_gettop(lua) == 1 && lua_type(lua, 1) == LUA_TSTRING) return true;
  push_error(lua, "ERR wrong number or type of arguments");
  return false;
}

int status_reply(lua_State* lua) {
  if (!is_one_text(lua)) return 1;
  lua_createtable(lua, 0, 1);
  lua_pushvalue(lua, 1);
  lua_setfield(lua, -2, "ok");
  return 1;
}

BytesView without_line_ends_around(BytesView text) {
  constexpr BytesView kLineEnds = "\r\n";
  const size_t begin = std::min(text.find_first_not_of(kLineEnds), text.size());
  return text.substr(begin, text.find_last_not_of(kLineEnds) + 1 - begin);
}

// With a code in front: the first word, or ERR where there is but one. What is said behind the code
// loses the line ends around it, as in Redis, which takes all of it for a C string.
void push_coded_error(lua_State* lua, Running& running) {
  const ScriptMemory::Unlimited unlimited(running.memory);
  size_t size = 0;
  const char* bytes = lua_tolstring(lua, 1, &size);
  BytesView text = up_to_nul({bytes, size});
  if (text.starts_with('-')) text.remove_prefix(1);
  const size_t code_end = text.find(' ');
  const bool has_code = code_end != BytesView::npos;
  const Bytes code(has_code ? text.substr(0, code_end) : "ERR");
  if (has_code) text.remove_prefix(code_end + 1);
  push_error(lua, code + " " + Bytes(without_line_ends_around(text)));
}

int error_reply(lua_State* lua) {
  if (is_one_text(lua)) push_coded_error(lua, running_or_raise(lua));
  return 1;
}

bool log_line(lua_State* lua, Running& running) {
  const ScriptMemory::Unlimited unlimited(running.memory);
  const lua_Number level = std::trunc(lua_tonumber(lua, 1));
  if (!(level >= 0 && level <= static_cast<lua_Number>(LogLevel::kWarning))) return false;
  Bytes line;
  for (int i = 2; i <= lua_gettop(lua); ++i) {
    size_t size = 0;
    const char* text = lua_tolstring(lua, i, &size);
    if (text == nullptr) continue;
    if (i > 2) line += ' ';
    line.append(text, size);
  }
  running.host.log(static_cast<LogLevel>(static_cast<int>(level)), line);
  return true;
}

int log(lua_State* lua) {
  if (lua_gettop(lua) < 2) {
    return raise(lua, "ERR redis.log() requires two arguments or more.");
  }
  if (lua_isnumber(lua, 1) == 0) {
    return raise(lua, "ERR First argument must be a number (log level).");
  }
  Running& running = running_or_raise(lua);
  return log_line(lua, running) ? 0 : raise(lua, "ERR Invalid debug level.");
}

int setresp(lua_State* lua) {
  if (lua_gettop(lua) != 1) return raise(lua, "ERR redis.setresp() requires one argument.");
  const lua_Number version = std::trunc(lua_tonumber(lua, 1));
  if (version != 2 && version != 3) return raise(lua, "ERR RESP version must be 2 or 3.");
  running_or_raise(lua).wants_resp3 = version == 3;
  return 0;
}

// There are no replicas: what a script asks for them is granted, and makes no difference.
int set_repl(lua_State* lua) {
  if (lua_gettop(lua) != 1) return raise(lua, "ERR redis.set_repl() requires two arguments.");
  constexpr int kAll = 3;
  const int targets = static_cast<int>(lua_tonumber(lua, 1));
  if ((targets & ~kAll) == 0) return 0;
  return raise(lua,
               "ERR Invalid replication flags. Use REPL_AOF, REPL_REPLICA, REPL_ALL or REPL_NONE.");
}

// Leaves yes or no on top, or an error.
bool ask_host(lua_State* lua, Running& running) {
  const ScriptMemory::Unlimited unlimited(running.memory);
  const std::vector<Bytes> words = take_words(lua, running.memory);
  if (words.empty()) return false;
  const std::vector<BytesView> views(words.begin(), words.end());
  const std::optional<bool> may = running.host.may_call(views);
  if (!may) {
    push_error(lua, "ERR Invalid command passed to redis.acl_check_cmd()");
    return false;
  }
  lua_pushboolean(lua, *may ? 1 : 0);
  return true;
}

int may_call(lua_State* lua) {
  return ask_host(lua, running_or_raise(lua)) ? 1 : lua_error(lua);
}

int always_true(lua_State* lua) {
  lua_pushboolean(lua, 1);
  return 1;
}

int always_false(lua_State* lua) {
  lua_pushboolean(lua, 0);
  return 1;
}

int nothing(lua_State* /*lua*/) {
  return 0;
}

// redis.register_function(name, callback), or of a table with names. The failure is on top where
// there is one.
int register_function(lua_State* lua) {
  Running& running = running_or_raise(lua);
  if (running.registrations == nullptr) {
    return raise(lua, "ERR redis.register_function can only be called on FUNCTION LOAD command");
  }
  return running.registrations->take(lua, running.memory) ? 0 : lua_error(lua);
}

constexpr luaL_Reg kFunctions[] = {{"call", call_or_raise},      {"pcall", call_and_catch},
                                   {"sha1hex", sha1hex},         {"status_reply", status_reply},
                                   {"error_reply", error_reply}, {"log", log},
                                   {"setresp", setresp},         {"set_repl", set_repl},
                                   {"acl_check_cmd", may_call},  {}};
// Of scripts, and not of functions.
constexpr luaL_Reg kScriptFunctions[] = {
    {"replicate_commands", always_true}, {"breakpoint", always_false}, {"debug", nothing}, {}};

// What there is while a library is loaded.
constexpr luaL_Reg kLoadingFunctions[] = {
    {"register_function", register_function}, {"log", log}, {}};

struct Constant {
  const char* name;
  int value;
};
constexpr Constant kConstants[] = {{"LOG_DEBUG", 0},
                                   {"LOG_VERBOSE", 1},
                                   {"LOG_NOTICE", 2},
                                   {"LOG_WARNING", 3},
                                   {"REDIS_VERSION_NUM", 0x07000F}};  // kRedisVersion
constexpr Constant kTargets[] = {
    {"REPL_NONE", 0}, {"REPL_AOF", 1}, {"REPL_SLAVE", 2}, {"REPL_REPLICA", 2}, {"REPL_ALL", 3}};

// The generator of lrand48(), which Redis' scripts go by: 31 bits of 48.
double next_chance(ScriptChance& chance) {
  constexpr uint64_t kMask = (uint64_t{1} << 48) - 1;
  constexpr uint64_t kBits31 = (uint64_t{1} << 31) - 1;
  chance.state = (chance.state * 0x5DEECE66D + 0xB) & kMask;
  const uint64_t drawn = chance.state >> 17 & kBits31;
  return static_cast<double>(drawn % kBits31) / static_cast<double>(kBits31);
}

int random(lua_State* lua) {
  const double drawn = next_chance(running_or_raise(lua).chance);
  const int count = lua_gettop(lua);
  if (count > 2) return luaL_error(lua, "wrong number of arguments");
  if (count == 0) {
    lua_pushnumber(lua, drawn);
    return 1;
  }
  const int low = count == 1 ? 1 : luaL_checkint(lua, 1);
  const int high = luaL_checkint(lua, count);
  luaL_argcheck(lua, low <= high, count, "interval is empty");
  lua_pushnumber(lua, std::floor(drawn * (static_cast<double>(high) - low + 1)) + low);
  return 1;
}

int randomseed(lua_State* lua) {
  const auto seed = static_cast<uint32_t>(luaL_checkint(lua, 1));
  running_or_raise(lua).chance.begin_at(seed);
  return 0;
}

// In the table on top.
void add_constants(lua_State* lua, std::span<const Constant> constants) {
  for (const Constant& constant : constants) {
    lua_pushinteger(lua, constant.value);
    lua_setfield(lua, -2, constant.name);
  }
}

void push_library(lua_State* lua, const luaL_Reg* functions) {
  lua_createtable(lua, 0, 0);
  luaL_register(lua, nullptr, functions);
  add_constants(lua, kConstants);
  lua_pushlstring(lua, kRedisVersion.data(), kRedisVersion.size());
  lua_setfield(lua, -2, "REDIS_VERSION");
}

}  // namespace

void push_redis_library(lua_State* lua) {
  push_library(lua, kFunctions);
  add_constants(lua, kTargets);
}

void add_script_functions(lua_State* lua) {
  luaL_register(lua, nullptr, kScriptFunctions);
}

void push_loading_library(lua_State* lua) {
  push_library(lua, kLoadingFunctions);
}

void add_chance(lua_State* lua) {
  lua_pushcfunction(lua, random);
  lua_setfield(lua, -2, "random");
  lua_pushcfunction(lua, randomseed);
  lua_setfield(lua, -2, "randomseed");
}

}  // namespace keemun::scripts
