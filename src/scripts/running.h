// The script that an interpreter runs: what the functions that Lua calls need to know of it.
#pragma once

#include <exception>

#include "scripts/interpreter.h"

struct lua_State;

namespace keemun::scripts {

struct Running {
  lua_State* main_thread;
  ScriptHost& host;
  ScriptChance& chance;
  ScriptMemory& memory;
  bool wants_resp3 = false;
  bool is_killed = false;
  std::exception_ptr failure = nullptr;  // of the host: nothing more is asked of it

  bool is_over() const { return is_killed || failure != nullptr; }
};

// Null between scripts.
Running* running_in(lua_State* lua);
void set_running(lua_State* lua, Running* running);

// May find that it has to end, or that its host cannot say.
void ask_whether_to_end(Running& running);

// From now on every step of the script is an error, in this thread of Lua's and in its first: it
// cannot catch the one and go on.
void end_script(lua_State* lua, const Running& running);
inline constexpr char kKilled[] = "ERR Script killed by user with SCRIPT KILL...";

}  // namespace keemun::scripts
