#include "scripts/interpreter.h"

#include <lua.hpp>

#include "base/check.h"
#include "scripts/lua_values.h"
#include "scripts/redis_library.h"
#include "scripts/running.h"
#include "scripts/sandbox.h"

namespace keemun::scripts {

using resp::Reply;

namespace {

constexpr char kChunkName[] = "@user_script";
// How often a running script is asked whether it has to end, in steps of the interpreter.
constexpr int kStepsBetweenQuestions = 100'000;
// What may be left of a script until Lua collects it by itself.
constexpr size_t kWorthCollectingBytes = size_t{64} << 20;
// Room for what is put on the stack before a script has a say in it.
constexpr int kRoom = 20;

void* allocate(void* memory, void* block, size_t old_size, size_t size) {
  return static_cast<ScriptMemory*>(memory)->allocate(block, old_size, size);
}

void ask_host(lua_State* lua, lua_Debug* /*at*/) {
  Running* running = running_in(lua);
  if (running == nullptr) return;
  ask_whether_to_end(*running);
  if (!running->is_over()) return;
  end_script(lua, *running);
  push_error(lua, kKilled);
  lua_error(lua);
}

void push_description(lua_State* lua) {
  if (lua_isstring(lua, -1) != 0) {
    lua_pushvalue(lua, -1);
  } else if (lua_isboolean(lua, -1)) {
    lua_pushstring(lua, lua_toboolean(lua, -1) != 0 ? "true" : "false");
  } else {
    lua_pushstring(lua, luaL_typename(lua, -1));
  }
}

// Notes where an error came from; what is no table becomes one.
int note_place(lua_State* lua) {
  if (!lua_istable(lua, -1)) {
    lua_pushliteral(lua, "ERR ");
    lua_insert(lua, -2);
    push_description(lua);
    lua_replace(lua, -2);
    lua_concat(lua, 2);
    lua_createtable(lua, 0, 3);
    lua_insert(lua, -2);
    lua_setfield(lua, -2, "err");
  }
  lua_Debug place = {};
  bool is_known = lua_getstack(lua, 1, &place) != 0 && lua_getinfo(lua, "Sl", &place) != 0;
  if (is_known && *place.what == 'C') {
    is_known = lua_getstack(lua, 2, &place) != 0 && lua_getinfo(lua, "Sl", &place) != 0;
  }
  if (is_known) {
    lua_pushstring(lua, place.source);
    lua_setfield(lua, -2, "source");
    lua_pushinteger(lua, place.currentline);
    lua_setfield(lua, -2, "line");
  }
  return 1;
}

// The error on top.
Reply error_reply(lua_State* lua, const Script& script) {
  if (!lua_istable(lua, -1)) {  // there was no memory to make one
    const char* text = lua_tostring(lua, -1);
    return Reply::error("ERR Error running script " + script.digest + ", " +
                        (text == nullptr ? "execution failure" : text));
  }
  Bytes text = text_field(lua, "err");
  if (text.empty()) text = "ERR unknown error";
  const Bytes source = text_field(lua, "source");
  const Bytes line = text_field(lua, "line");
  if (!source.empty() && !line.empty()) {
    text += " script: " + script.digest + ", on " + source + ":" + line + ".";
  }
  return Reply::error(std::move(text));
}

void push_words(lua_State* lua, std::span<const BytesView> words) {
  lua_createtable(lua, static_cast<int>(words.size()), 0);
  for (size_t i = 0; i < words.size(); ++i) {
    lua_pushlstring(lua, words[i].data(), words[i].size());
    lua_rawseti(lua, -2, static_cast<int>(i) + 1);
  }
}

bool load(lua_State* lua, const Script& script) {
  if (script.body.starts_with(LUA_SIGNATURE[0])) {
    lua_pushliteral(lua, "user_script:1: a script is its text");
    return false;
  }
  return luaL_loadbuffer(lua, script.body.data(), script.body.size(), kChunkName) == 0;
}

// The function of the script on top; false where an error is there instead. It is kept under its
// digest, which no name of ours looks like.
bool push_function(lua_State* lua, const Script& script) {
  lua_getfield(lua, LUA_REGISTRYINDEX, script.digest.c_str());
  if (lua_isfunction(lua, -1) != 0) return true;
  lua_pop(lua, 1);
  if (!load(lua, script)) return false;
  lua_pushvalue(lua, -1);
  lua_setfield(lua, LUA_REGISTRYINDEX, script.digest.c_str());
  return true;
}

}  // namespace

void Interpreter::Closed::operator()(lua_State* lua) const {
  lua_close(lua);
}

Interpreter::Interpreter(size_t bytes_max)
    : memory_(bytes_max), lua_(lua_newstate(allocate, &memory_)) {
  lua_State* lua = lua_.get();
  CHECK(lua != nullptr && lua_checkstack(lua, kRoom) != 0);
  push_redis_library(lua);
  close_sandbox(lua);
}

std::optional<Bytes> Interpreter::fault_of(const Script& script) {
  lua_State* lua = lua_.get();
  std::optional<Bytes> fault;
  if (!push_function(lua, script)) fault = lua_tostring(lua, -1);
  lua_settop(lua, 0);
  return fault;
}

Reply Interpreter::run(const Run& run, ScriptHost& host, ScriptChance& chance) {
  lua_State* lua = lua_.get();
  Running running{lua, host, chance, memory_};
  set_running(lua, &running);
  push_words(lua, run.keys);
  set_global(lua, "KEYS");
  push_words(lua, run.arguments);
  set_global(lua, "ARGV");
  lua_pushcfunction(lua, note_place);
  CHECK(push_function(lua, run.script));
  lua_sethook(lua, ask_host, LUA_MASKCOUNT, kStepsBetweenQuestions);
  Reply reply = Reply::error("ERR not enough memory for the words of the script");
  if (memory_.is_over()) lua_gc(lua, LUA_GCCOLLECT, 0);
  if (!memory_.is_over()) {
    memory_.set_limited(true);
    const bool failed = lua_pcall(lua, 0, 1, 1) != 0;
    memory_.set_limited(false);
    reply = failed ? error_reply(lua, run.script) : to_reply(lua, running.wants_resp3);
  }
  lua_sethook(lua, nullptr, 0, 0);
  lua_settop(lua, 0);
  set_running(lua, nullptr);
  // As it was before the script said otherwise.
  constexpr int kPaceOfLua = 200;
  lua_gc(lua, LUA_GCSETPAUSE, kPaceOfLua);
  lua_gc(lua, LUA_GCSETSTEPMUL, kPaceOfLua);
  lua_gc(lua, LUA_GCRESTART, 0);
  if (memory_.used() > kWorthCollectingBytes) {
    for (const char* words : {"KEYS", "ARGV"}) {
      lua_pushnil(lua);
      set_global(lua, words);
    }
    lua_gc(lua, LUA_GCCOLLECT, 0);
  }
  if (running.failure != nullptr) std::rethrow_exception(running.failure);
  return reply;
}

}  // namespace keemun::scripts
