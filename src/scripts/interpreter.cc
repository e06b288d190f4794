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
// What may be left of a script until Lua collects it by itself.
constexpr size_t kWorthCollectingBytes = size_t{64} << 20;

// The function of the script on top; false where an error is there instead. It is kept under its
// digest, which no name of ours looks like.
bool push_function(lua_State* lua, const Script& script) {
  lua_getfield(lua, LUA_REGISTRYINDEX, script.digest.c_str());
  if (lua_isfunction(lua, -1) != 0) return true;
  lua_pop(lua, 1);
  if (!load_text(lua, script.body, kChunkName)) return false;
  lua_pushvalue(lua, -1);
  lua_setfield(lua, LUA_REGISTRYINDEX, script.digest.c_str());
  return true;
}

}  // namespace

Interpreter::Interpreter(size_t bytes_max) : memory_(bytes_max), lua_(open_lua(memory_)) {
  lua_State* lua = lua_.get();
  push_redis_library(lua);
  add_script_functions(lua);
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
  push_words(lua, run.keys);
  set_global(lua, "KEYS");
  push_words(lua, run.arguments);
  set_global(lua, "ARGV");
  push_error_handler(lua);
  CHECK(push_function(lua, run.script));
  Reply reply = guarded_call(lua, running, 0) ? to_reply(lua, running.wants_resp3)
                                              : failure_reply(lua, run.script.digest);
  end_call(lua);
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
