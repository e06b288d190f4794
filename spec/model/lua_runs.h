// What runs Lua for the model: scripts.cc has it, functions.cc uses it.
#pragma once

#include <span>

#include "base/bytes.h"
#include "model/call.h"

struct lua_State;

namespace keemun::model {

// One for all scripts and functions of a model; what gives errors their place is at the bottom of
// its stack, and nothing else is there.
lua_State* open_lua(Call& call);

void push_text(lua_State* lua, BytesView text);
BytesView text_at(lua_State* lua, int index);
void push_words(lua_State* lua, std::span<const Bytes> words);

// The words behind the count, and how many of them are keys.
size_t key_count(const Call& call, BytesView no_number);

// Runs the function on top with so many arguments behind it, whose commands are those of `call`.
// `name` is what errors call it.
Reply run_lua(Call& call, BytesView name, int argument_count, bool is_read_only);

}  // namespace keemun::model
