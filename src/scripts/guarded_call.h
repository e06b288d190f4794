// How Lua runs what somebody has sent: its steps are counted, its memory is bounded, and its errors
// say where they came from.
#pragma once

#include <memory>
#include <span>

#include "base/bytes.h"
#include "resp/reply.h"
#include "scripts/running.h"
#include "scripts/script_memory.h"

struct lua_State;

namespace keemun::scripts {

struct ClosedState {
  void operator()(lua_State* lua) const;
};
using OwnedState = std::unique_ptr<lua_State, ClosedState>;

// A state whose values are counted. The memory outlives it.
OwnedState open_lua(ScriptMemory& memory);

// Words as a table, on top of the stack.
void push_words(lua_State* lua, std::span<const BytesView> words);

// Compiles a text under this name ("@user_script"): its function is on top, or what is wrong with
// it. What was compiled elsewhere is no text.
bool load_text(lua_State* lua, BytesView text, const char* name);
// The same of a text of a script's own, which is no compiled one.
bool load_chunk(lua_State* lua, BytesView text, const char* name);

// The first thing on an empty stack: where errors go on their way out.
void push_error_handler(lua_State* lua);

// Calls the function with so many arguments that is on top, over the handler. Its only value, or
// what it failed of, is in their place. running_in() is `running` meanwhile.
bool guarded_call(lua_State* lua, Running& running, int argument_count);

// The failure on top, of what goes by this name.
resp::Reply failure_reply(lua_State* lua, BytesView name);
// The same, without the place.
Bytes failure_text(lua_State* lua);

}  // namespace keemun::scripts
