// The script, or the function of a library, that an interpreter runs: what the functions that Lua
// calls need to know of it.
#pragma once

#include <exception>

#include "scripts/script_chance.h"
#include "scripts/script_host.h"
#include "scripts/script_memory.h"

struct lua_State;

namespace keemun::scripts {

class Registrations;

inline constexpr char kKilled[] = "ERR Script killed by user with SCRIPT KILL...";

struct Running {
  lua_State* main_thread;
  ScriptHost& host;
  ScriptChance& chance;
  ScriptMemory& memory;
  Registrations* registrations = nullptr;  // of a library that is being loaded
  const char* ending = kKilled;            // what it fails of where its host ends it
  // How often its host is asked whether it has to end, in steps of the interpreter.
  int steps_between_questions = 100'000;
  int steps_since_question = 0;  // in all threads of Lua's
  bool wants_resp3 = false;
  bool is_killed = false;
  std::exception_ptr failure = nullptr;  // of the host: nothing more is asked of it

  bool is_over() const { return is_killed || failure != nullptr; }
};

// Null between scripts.
Running* running_in(lua_State* lua);
void set_running(lua_State* lua, Running* running);
// For a function of this library; between scripts it is an error of Lua.
Running& running_or_raise(lua_State* lua, const char* library);

// May find that it has to end, or that its host cannot say.
void ask_whether_to_end(Running& running);
// The same behind a step that has taken long. Does not return where it has to end.
void end_if_it_has_to(lua_State* lua, Running& running);

// From now on every step of the script is an error, in this thread of Lua's and in its first: it
// cannot catch the one and go on.
void end_script(lua_State* lua, const Running& running);

// From now on its steps are counted, and it is ended where it has to end; or not any more.
void count_steps(lua_State* lua);
void count_no_steps(lua_State* lua);

}  // namespace keemun::scripts
