#include "scripts/function_library.h"

#include <lua.hpp>
#include <utility>

#include "base/ascii.h"
#include "base/command_error.h"
#include "base/error_text.h"
#include "resp/split_arguments.h"
#include "scripts/lua_values.h"
#include "scripts/redis_library.h"
#include "scripts/running.h"
#include "scripts/sandbox.h"

namespace keemun::scripts {

using resp::Reply;

namespace {

constexpr char kChunkName[] = "@user_function";

}  // namespace

LibraryText read_library_text(BytesView code) {
  constexpr BytesView kMark = "#!";
  constexpr BytesView kName = "name=";
  if (!code.starts_with(kMark)) throw CommandError("ERR Missing library metadata");
  const size_t end = code.find('\n');
  const BytesView line = code.substr(0, end);
  const auto words = resp::split_arguments(line);
  if (end == BytesView::npos || line.find('\0') != BytesView::npos || !words) {
    throw CommandError("ERR Invalid library metadata");
  }
  LibraryText text{{}, words->front().substr(kMark.size()), code.substr(end)};
  bool has_name = false;
  for (const Bytes& word : std::span(*words).subspan(1)) {
    if (!ascii_equal_ignoring_case(BytesView(word).substr(0, kName.size()), kName)) {
      throw CommandError(error_ending_in("ERR Invalid metadata value given: ", word));
    }
    if (std::exchange(has_name, true)) {
      throw CommandError("ERR Invalid metadata value, name argument was given multiple times");
    }
    text.name = word.substr(kName.size());
  }
  if (!has_name) throw CommandError("ERR Library name was not given");
  if (!is_function_name(text.name)) throw CommandError(Bytes(kBadName));
  if (!ascii_equal_ignoring_case(text.engine, "lua")) {
    throw CommandError("ERR Engine '" + text.engine + "' not found");
  }
  return text;
}

FunctionLibrary::FunctionLibrary(BytesView code, ScriptHost& host, size_t bytes_max)
    : code_(code), memory_(bytes_max), lua_(open_lua(memory_)) {
  LibraryText text = read_library_text(code);
  name_ = std::move(text.name);
  push_redis_library(lua_.get());
  close_sandbox(lua_.get());
  show_loading(lua_.get());
  load(text.body, host);
  show_globals(lua_.get());
  if (functions_.empty()) throw CommandError("ERR No functions registered");
}

void FunctionLibrary::load(BytesView body, ScriptHost& host) {
  lua_State* lua = lua_.get();
  push_error_handler(lua);
  memory_.set_limited(true);
  const bool is_read = load_text(lua, body, kChunkName);
  memory_.set_limited(false);
  if (!is_read) {
    throw CommandError("ERR Error compiling function: " + Bytes(lua_tostring(lua, -1)));
  }
  ScriptChance chance;  // out of reach of what is loaded
  Registrations registrations;
  Running running{lua, host, chance, memory_};
  running.registrations = &registrations;
  running.ending = "ERR FUNCTION LOAD timeout";
  // A few steps of a text, as of string.rep(), may take longer than it has.
  running.steps_between_questions = 1'000;
  const bool has_run = guarded_call(lua, running, 0);
  if (running.failure != nullptr) std::rethrow_exception(running.failure);
  if (!has_run) throw CommandError("ERR Error registering functions: " + failure_text(lua));
  functions_ = registrations.functions();
  lua_settop(lua, 0);
}

Reply FunctionLibrary::call(const Request& call, ScriptHost& host, ScriptChance& chance) {
  lua_State* lua = lua_.get();
  Running running{lua, host, chance, memory_};
  push_error_handler(lua);
  lua_rawgeti(lua, LUA_REGISTRYINDEX, call.function.callback);
  push_words(lua, call.keys);
  push_words(lua, call.arguments);
  Reply reply = guarded_call(lua, running, 2) ? to_reply(lua, running)
                                              : failure_reply(lua, call.function.name);
  lua_settop(lua, 0);
  // What the library keeps is looked through again only once it has doubled, or has no room to.
  if (memory_.is_worth_collecting() || memory_.is_short()) {
    lua_gc(lua, LUA_GCCOLLECT, 0);
    memory_.note_collection();
  }
  if (running.failure != nullptr) std::rethrow_exception(running.failure);
  return reply;
}

}  // namespace keemun::scripts
