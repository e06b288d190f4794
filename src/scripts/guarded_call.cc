#include "scripts/guarded_call.h"

#include <lua.hpp>
#include <utility>

#include "base/check.h"
#include "scripts/long_brackets.h"
#include "scripts/lua_values.h"

namespace keemun::scripts {

using resp::Reply;

namespace {

// Room for what is put on the stack before anybody's code has a say in it.
constexpr int kRoom = 20;

void* allocate(void* memory, void* block, size_t old_size, size_t size) {
  return static_cast<ScriptMemory*>(memory)->allocate(block, old_size, size);
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

// Lua collects once its values have doubled, and then all that there is at once: in small steps,
// one for each value that is made, it would come too late for few that are large.
void set_pace(lua_State* lua) {
  constexpr int kOnceDoubled = 200;
  constexpr int kAllAtOnce = 0;
  lua_gc(lua, LUA_GCSETPAUSE, kOnceDoubled);
  lua_gc(lua, LUA_GCSETSTEPMUL, kAllAtOnce);
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

}  // namespace

void ClosedState::operator()(lua_State* lua) const {
  lua_close(lua);
}

OwnedState open_lua(ScriptMemory& memory) {
  OwnedState state(lua_newstate(allocate, &memory));
  CHECK(state != nullptr && lua_checkstack(state.get(), kRoom) != 0);
  set_pace(state.get());
  return state;
}

void push_words(lua_State* lua, std::span<const BytesView> words) {
  lua_createtable(lua, static_cast<int>(words.size()), 0);
  for (size_t i = 0; i < words.size(); ++i) {
    lua_pushlstring(lua, words[i].data(), words[i].size());
    lua_rawseti(lua, -2, static_cast<int>(i) + 1);
  }
}

bool load_text(lua_State* lua, BytesView text, const char* name) {
  if (text.starts_with(LUA_SIGNATURE[0])) {
    lua_pushfstring(lua, "%s:1: a script is its text", name + 1);
    return false;
  }
  return load_chunk(lua, text, name);
}

bool load_chunk(lua_State* lua, BytesView text, const char* name) {
  const std::optional<Bytes> rewritten = without_nested_brackets(text);
  if (rewritten) text = *rewritten;
  return luaL_loadbuffer(lua, text.data(), text.size(), name) == 0;
}

void push_error_handler(lua_State* lua) {
  CHECK(lua_gettop(lua) == 0);
  lua_pushcfunction(lua, note_place);
}

bool guarded_call(lua_State* lua, Running& running, int argument_count) {
  set_running(lua, &running);
  count_steps(lua);
  if (running.memory.is_over()) lua_gc(lua, LUA_GCCOLLECT, 0);
  bool failed = true;
  if (running.memory.is_over()) {
    push_error(lua, "ERR not enough memory for the words of the script");
  } else {
    running.memory.set_limited(true);
    failed = lua_pcall(lua, argument_count, 1, 1) != 0;
    running.memory.set_limited(false);
  }
  count_no_steps(lua);
  set_running(lua, nullptr);
  return !failed;
}

Bytes failure_text(lua_State* lua) {
  if (lua_istable(lua, -1)) {
    const std::optional<Bytes> text = text_field(lua, "err");
    return text ? Bytes(up_to_nul(*text)) : "ERR unknown error";
  }
  const char* text = lua_tostring(lua, -1);  // there was no memory to make a table
  return text == nullptr ? "execution failure" : text;
}

Reply failure_reply(lua_State* lua, BytesView name) {
  Bytes text = failure_text(lua);
  if (!lua_istable(lua, -1)) {
    return Reply::error("ERR Error running script " + Bytes(name) + ", " + text);
  }
  const std::optional<Bytes> source = text_field(lua, "source");
  const std::optional<Bytes> line = text_field(lua, "line");
  if (source && line) {
    text += " script: " + Bytes(name) + ", on " + *source + ":" + *line + ".";
  }
  return Reply::error(std::move(text));
}

}  // namespace keemun::scripts
