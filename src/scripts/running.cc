#include "scripts/running.h"

#include <lua.hpp>

#include "scripts/lua_values.h"

namespace keemun::scripts {

namespace {

constexpr char kRunning = 'r';  // the registry's name for the running script

// Each thread of Lua's counts for itself from its beginning, so a few at a time.
constexpr int kStepsAtATime = 1'000;

void end_at_once(lua_State* lua, lua_Debug* /*at*/) {
  push_error(lua, running_in(lua)->ending);
  lua_error(lua);
}

void ask_host(lua_State* lua, lua_Debug* /*at*/) {
  Running* running = running_in(lua);
  if (running == nullptr) return;
  if (!running->is_over()) {
    running->steps_since_question += kStepsAtATime;
    if (running->steps_since_question < running->steps_between_questions) return;
    running->steps_since_question = 0;
  }
  end_if_it_has_to(lua, *running);
}

}  // namespace

Running* running_in(lua_State* lua) {
  lua_pushlightuserdata(lua, const_cast<char*>(&kRunning));
  lua_rawget(lua, LUA_REGISTRYINDEX);
  auto* running = static_cast<Running*>(lua_touserdata(lua, -1));
  lua_pop(lua, 1);
  return running;
}

void set_running(lua_State* lua, Running* running) {
  lua_pushlightuserdata(lua, const_cast<char*>(&kRunning));
  if (running == nullptr) {
    lua_pushnil(lua);
  } else {
    lua_pushlightuserdata(lua, running);
  }
  lua_rawset(lua, LUA_REGISTRYINDEX);
}

Running& running_or_raise(lua_State* lua, const char* library) {
  Running* running = running_in(lua);
  if (running == nullptr) luaL_error(lua, "%s can only be used by a script that runs", library);
  return *running;
}

void ask_whether_to_end(Running& running) {
  try {
    running.is_killed = running.is_killed || running.host.must_end();
  } catch (...) {
    running.failure = std::current_exception();
  }
}

void end_if_it_has_to(lua_State* lua, Running& running) {
  if (!running.is_over()) ask_whether_to_end(running);
  if (!running.is_over()) return;
  end_script(lua, running);
  push_error(lua, running.ending);
  lua_error(lua);
}

void count_steps(lua_State* lua) {
  lua_sethook(lua, ask_host, LUA_MASKCOUNT, kStepsAtATime);
}

void count_no_steps(lua_State* lua) {
  lua_sethook(lua, nullptr, 0, 0);
}

void end_script(lua_State* lua, const Running& running) {
  for (lua_State* thread : {lua, running.main_thread}) {
    lua_sethook(thread, end_at_once, LUA_MASKCOUNT | LUA_MASKLINE, 1);
  }
}

}  // namespace keemun::scripts
