// EVAL, EVALSHA and their read-only forms.
//
// Lua itself is the same library that the product uses; what lies between it and the commands is
// written here a second time, as far as scripts of the plans go: RESP2, no libraries but Lua's own,
// and of the closed sandbox only that there are no globals but those that one is given.
#include <algorithm>
#include <cstdio>
#include <lua.hpp>
#include <memory>

#include "base/check.h"
#include "base/sha.h"
#include "model/call.h"
#include "model/lua_runs.h"

namespace keemun::model {

namespace {

constexpr char kRunning[] = "running";
constexpr BytesView kUnknownScript = "NOSCRIPT No matching script. Please use EVAL.";
constexpr BytesView kNoNumber = "ERR value is not an integer or out of range";
constexpr BytesView kNotFromScripts[] = {"blmove",     "blpop",   "brpop", "brpoplpush", "bzpopmax",
                                         "bzpopmin",   "discard", "eval",  "eval_ro",    "evalsha",
                                         "evalsha_ro", "exec",    "fcall", "fcall_ro",   "multi",
                                         "unwatch",    "watch"};
constexpr BytesView kWritesNothing[] = {
    "bitcount", "echo", "exists", "get", "hget", "lrange", "object|encoding",
    "ping",     "pttl", "strlen", "ttl", "type", "zscore"};

template <size_t N>
bool is_among(const BytesView (&names)[N], BytesView name) {
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

struct Running {
  Call& call;
  Client client;  // the script's own: what it selects is forgotten with it
  bool is_read_only;
};

Reply run_within(Running& running, const Args& words) {
  const Named named = named_by(words);
  if (named.command == nullptr) {
    const bool is_known = find_command(words[0]) != nullptr &&
                          named.refusal.starts_with("ERR wrong number of arguments");
    return Reply::error(is_known ? "ERR Wrong number of args calling Redis command from script"
                                 : "ERR Unknown Redis command called from script");
  }
  const BytesView name = named.command->name;
  if (is_among(kNotFromScripts, name)) {
    return Reply::error("ERR This Redis command is not allowed from script");
  }
  if (running.is_read_only && !is_among(kWritesNothing, name)) {
    return Reply::error("ERR Write commands are not allowed from read-only scripts.");
  }
  Call step{running.call.model, running.client, words, running.call.now_ms};
  step.is_of_script = true;
  return run(*named.command, step).resp2_form();
}

void push_named(lua_State* lua, const char* field, BytesView text) {
  lua_newtable(lua);
  push_text(lua, text);
  lua_setfield(lua, -2, field);
}

void push(lua_State* lua, const Reply& reply) {
  switch (reply.kind()) {
    case Reply::Kind::kStatus:
      return push_named(lua, "ok", reply.text());
    case Reply::Kind::kError:
      push_named(lua, "err", reply.text());
      lua_pushboolean(lua, 1);
      return lua_setfield(lua, -2, "ignore_error_stats_update");
    case Reply::Kind::kInteger:
      return lua_pushnumber(lua, static_cast<double>(reply.integer()));
    case Reply::Kind::kBulk:
      return push_text(lua, reply.text());
    case Reply::Kind::kArray:
      lua_newtable(lua);
      for (size_t i = 0; i < reply.items().size(); ++i) {
        push(lua, reply.items()[i]);
        lua_rawseti(lua, -2, static_cast<int>(i) + 1);
      }
      return;
    default:
      return lua_pushboolean(lua, 0);
  }
}

Reply read(lua_State* lua);

Reply read_table(lua_State* lua) {
  for (const char* field : {"err", "ok"}) {
    lua_getfield(lua, -1, field);
    const bool is_text = lua_type(lua, -1) == LUA_TSTRING;
    const Bytes text(text_at(lua, -1));
    lua_pop(lua, 1);
    if (is_text) return *field == 'e' ? Reply::error(text) : Reply::status(text);
  }
  Reply::Items items;
  for (int i = 1;; ++i) {
    lua_rawgeti(lua, -1, i);
    if (lua_isnil(lua, -1)) break;
    items.push_back(read(lua));
    lua_pop(lua, 1);
  }
  lua_pop(lua, 1);
  return Reply::array(std::move(items));
}

Reply read(lua_State* lua) {
  switch (lua_type(lua, -1)) {
    case LUA_TSTRING:
      return Reply::bulk(Bytes(text_at(lua, -1)));
    case LUA_TNUMBER:
      return Reply::integer(static_cast<int64_t>(lua_tonumber(lua, -1)));
    case LUA_TBOOLEAN:
      return lua_toboolean(lua, -1) != 0 ? Reply::integer(1) : Reply::null();
    case LUA_TTABLE:
      return read_table(lua);
    default:
      return Reply::null();
  }
}

// Leaves the answer on top; whether it is an error.
bool call_command(lua_State* lua) {
  lua_getfield(lua, LUA_REGISTRYINDEX, kRunning);
  auto& running = *static_cast<Running*>(lua_touserdata(lua, -1));
  lua_pop(lua, 1);
  Args words;
  for (int i = 1; i <= lua_gettop(lua); ++i) {
    const int type = lua_type(lua, i);
    if (type != LUA_TSTRING && type != LUA_TNUMBER) {
      push_named(lua, "err", "ERR Lua redis lib command arguments must be strings or integers");
      return true;
    }
    char digits[64];
    if (type == LUA_TNUMBER) {
      std::snprintf(digits, sizeof digits, "%.17g", lua_tonumber(lua, i));
    }
    words.emplace_back(type == LUA_TNUMBER ? BytesView(digits) : text_at(lua, i));
  }
  const Reply reply = run_within(running, words);
  push(lua, reply);
  return reply.is_error();
}

int redis_call(lua_State* lua) {
  return call_command(lua) ? lua_error(lua) : 1;
}

int redis_pcall(lua_State* lua) {
  call_command(lua);
  return 1;
}

int refuse_name(lua_State* lua) {
  const char* name = lua_tostring(lua, 2);
  return luaL_error(lua, "Script attempted to access nonexistent global variable '%s'",
                    name == nullptr ? "?" : name);
}

int refuse_change(lua_State* lua) {
  return luaL_error(lua, "Attempt to modify a readonly table");
}

void close_globals(lua_State* lua) {
  constexpr luaL_Reg kRefusals[] = {{"__index", refuse_name}, {"__newindex", refuse_change}, {}};
  lua_newtable(lua);
  luaL_register(lua, nullptr, kRefusals);
  lua_setmetatable(lua, LUA_GLOBALSINDEX);
}

// Who catches what a command raised is given its text. What nobody catches says where it came from:
// the function that raised it, or that called the one of C that did.
constexpr char kPrelude[] =
    "local where, run = debug.getinfo, pcall\n"
    "local function told(succeeded, what, ...)\n"
    "  if not succeeded and type(what) == 'table' then what = what.err or what end\n"
    "  return succeeded, what, ...\n"
    "end\n"
    "function pcall(...) return told(run(...)) end\n"
    "for _, name in ipairs{'debug', 'dofile', 'getfenv', 'io', 'loadfile', 'module', 'newproxy',\n"
    "                      'os', 'package', 'print', 'require', 'setfenv'} do _G[name] = nil end\n"
    "return function(failure)\n"
    "  local place = where(2, 'Sl')\n"
    "  if place and place.what == 'C' then place = where(3, 'Sl') end\n"
    "  if type(failure) ~= 'table' then failure = {err = 'ERR ' .. tostring(failure)} end\n"
    "  if place then failure.place = place.source .. ':' .. place.currentline end\n"
    "  return failure\n"
    "end\n";

Reply failure(lua_State* lua, BytesView name) {
  lua_getfield(lua, -1, "place");
  const Bytes place(text_at(lua, -1));
  lua_pop(lua, 1);
  lua_getfield(lua, -1, "err");
  return Reply::error(Bytes(text_at(lua, -1)) + " script: " + Bytes(name) + ", on " + place + ".");
}

}  // namespace

void push_text(lua_State* lua, BytesView text) {
  lua_pushlstring(lua, text.data(), text.size());
}

BytesView text_at(lua_State* lua, int index) {
  size_t size = 0;
  const char* text = lua_tolstring(lua, index, &size);
  return text == nullptr ? BytesView() : BytesView(text, size);
}

// Opening one takes longer than most scripts do.
lua_State* open_lua(Call& call) {
  std::shared_ptr<lua_State>& kept = call.model.lua();
  if (kept != nullptr) {
    lua_settop(kept.get(), 1);
    return kept.get();
  }
  kept = {luaL_newstate(), lua_close};
  lua_State* lua = kept.get();
  luaL_openlibs(lua);
  constexpr luaL_Reg kFunctions[] = {{"call", redis_call}, {"pcall", redis_pcall}, {}};
  luaL_register(lua, "redis", kFunctions);
  lua_settop(lua, 0);
  CHECK(luaL_loadstring(lua, kPrelude) == 0 && lua_pcall(lua, 0, 1, 0) == 0);
  close_globals(lua);
  return lua;
}

void push_words(lua_State* lua, std::span<const Bytes> words) {
  lua_newtable(lua);
  for (size_t i = 0; i < words.size(); ++i) {
    push_text(lua, words[i]);
    lua_rawseti(lua, -2, static_cast<int>(i) + 1);
  }
}

size_t key_count(const Call& call, BytesView no_number) {
  const auto count = parse_int64(call.arg(2));
  if (!count) throw CommandError(Bytes(no_number));
  if (*count > static_cast<int64_t>(call.size()) - 3) {
    throw CommandError("ERR Number of keys can't be greater than number of args");
  }
  if (*count < 0) throw CommandError("ERR Number of keys can't be negative");
  return static_cast<size_t>(*count);
}

Reply run_lua(Call& call, BytesView name, int argument_count, bool is_read_only) {
  lua_State* lua = call.model.lua().get();
  Running running{call, {}, is_read_only};
  running.client.database = call.client.database;
  lua_pushlightuserdata(lua, &running);
  lua_setfield(lua, LUA_REGISTRYINDEX, kRunning);
  const bool failed = lua_pcall(lua, argument_count, 1, 1) != 0;
  Reply reply = failed ? failure(lua, name) : read(lua);
  lua_settop(lua, 1);
  return reply;
}

namespace {

// Throws what is wrong with it; otherwise it is on top.
lua_State* compile(Call& call, const Bytes& script) {
  lua_State* lua = open_lua(call);
  if (luaL_loadbuffer(lua, script.data(), script.size(), "@user_script") != 0) {
    throw CommandError("ERR Error compiling script (new function): " + Bytes(text_at(lua, -1)));
  }
  call.model.scripts()[sha1_hex(script)] = script;
  return lua;
}

void give(lua_State* lua, BytesView name, std::span<const Bytes> words) {
  push_text(lua, name);
  push_words(lua, words);
  lua_rawset(lua, LUA_GLOBALSINDEX);
}

Reply run_script(Call& call, const Bytes& script, bool is_read_only) {
  const auto words = call.args.subspan(3);
  const size_t keys = key_count(call, kNoNumber);
  lua_State* lua = compile(call, script);
  give(lua, "KEYS", words.first(keys));
  give(lua, "ARGV", words.subspan(keys));
  return run_lua(call, sha1_hex(script), 0, is_read_only);
}

bool is_read_only(const Call& call) {
  return ascii_lower(call.arg(0)).ends_with("_ro");
}

// EVAL script numkeys [key ...] [arg ...]
Reply eval(Call& call) {
  return run_script(call, call.arg(1), is_read_only(call));
}

// EVALSHA digest numkeys [key ...] [arg ...], of a script that was sent before
Reply evalsha(Call& call) {
  constexpr size_t kDigestBytes = 40;
  const auto& known = call.model.scripts();
  const auto found = known.find(ascii_lower(call.arg(1)));
  if (call.arg(1).size() != kDigestBytes) throw CommandError(Bytes(kUnknownScript));
  if (found != known.end()) {
    return run_script(call, Bytes(found->second), is_read_only(call));
  }
  key_count(call, kNoNumber);
  throw CommandError(Bytes(kUnknownScript));
}

constexpr Command kCommands[] = {
    {"eval", -3, eval},
    {"eval_ro", -3, eval},
    {"evalsha", -3, evalsha},
    {"evalsha_ro", -3, evalsha},
};

}  // namespace

std::span<const Command> script_commands() {
  return kCommands;
}

}  // namespace keemun::model
