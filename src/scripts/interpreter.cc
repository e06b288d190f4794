#include "scripts/interpreter.h"

#include <lua.hpp>

#include "base/check.h"
#include "scripts/guarded_call.h"
#include "scripts/lua_values.h"
#include "scripts/redis_library.h"
#include "scripts/running.h"
#include "scripts/sandbox.h"

namespace keemun::scripts {

using resp::Reply;

namespace {

constexpr char kChunkName[] = "@user_script";
// Where the functions of scripts are kept, under their digests.
constexpr char kFunctions[] = "functions";

void forget_functions(lua_State* lua) {
  lua_newtable(lua);
  lua_setfield(lua, LUA_REGISTRYINDEX, kFunctions);
}

// The function of the script on top; false where an error is there instead.
bool push_function(lua_State* lua, const Script& script) {
  lua_getfield(lua, LUA_REGISTRYINDEX, kFunctions);
  lua_getfield(lua, -1, script.digest.c_str());
  bool is_there = lua_isfunction(lua, -1) != 0;
  if (!is_there) {
    lua_pop(lua, 1);
    is_there = load_text(lua, script.body, kChunkName);
    if (is_there) {
      lua_pushvalue(lua, -1);
      lua_setfield(lua, -3, script.digest.c_str());
    }
  }
  lua_remove(lua, -2);
  return is_there;
}

}  // namespace

Interpreter::Interpreter(size_t bytes_max) : memory_(bytes_max), lua_(open_lua(memory_)) {
  lua_State* lua = lua_.get();
  forget_functions(lua);
  push_redis_library(lua);
  add_script_functions(lua);
  close_sandbox(lua);
}

std::optional<Bytes> Interpreter::fault_of(const Script& script) {
  lua_State* lua = lua_.get();
  std::optional<Bytes> fault;
  if (!push_function(lua, script)) fault = lua_tostring(lua, -1);
  lua_settop(lua, 0);
  collect_if_worth();
  return fault;
}

Reply Interpreter::run(const Run& run, ScriptHost& host, ScriptChance& chance) {
  lua_State* lua = lua_.get();
  Running running{lua, host, chance, memory_};
  push_words(lua, run.keys);
  set_global(lua, "KEYS");
  push_words(lua, run.arguments);
  set_global(lua, "ARGV");
  push_error_handler(lua);
  CHECK(push_function(lua, run.script));
  Reply reply = guarded_call(lua, running, 0) ? to_reply(lua, running)
                                              : failure_reply(lua, run.script.digest);
  lua_settop(lua, 0);
  collect_if_worth();
  if (running.failure != nullptr) std::rethrow_exception(running.failure);
  return reply;
}

void Interpreter::collect_if_worth() {
  if (!memory_.is_worth_collecting()) return;
  lua_State* lua = lua_.get();
  for (const char* words : {"KEYS", "ARGV"}) {
    lua_pushnil(lua);
    set_global(lua, words);
  }
  lua_gc(lua, LUA_GCCOLLECT, 0);
  if (memory_.is_large()) {
    forget_functions(lua);
    lua_gc(lua, LUA_GCCOLLECT, 0);
  }
  memory_.note_collection();
}

}  // namespace keemun::scripts
