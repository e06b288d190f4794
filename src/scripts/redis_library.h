// The table `redis` of scripts: redis.call() and what else they may ask of whoever runs them.
#pragma once

struct lua_State;

namespace keemun::scripts {

// On top of the stack. Goes by running_in() of the interpreter.
void push_redis_library(lua_State* lua);
// What only scripts have, and functions have not: in the table on top.
void add_script_functions(lua_State* lua);
// What a library sees of it while it is loaded: redis.register_function(), and little else.
void push_loading_library(lua_State* lua);

// math.random() and math.randomseed() that go by the chance of scripts: in the table on top.
void add_chance(lua_State* lua);

}  // namespace keemun::scripts
