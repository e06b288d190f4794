// Replies as Lua sees them, and what Lua returns as a reply. None of these raises an error of Lua,
// where memory is not refused.
#pragma once

#include <optional>

#include "base/bytes.h"
#include "resp/reply.h"

struct lua_State;

namespace keemun::scripts {

struct Running;

// On top of the stack.
void push_reply(lua_State* lua, const resp::Reply& reply, bool wants_resp3);

// {err = text}, without line ends behind it.
void push_error(lua_State* lua, BytesView text);

// The value on top, which stays there, as the reply of a script that has run; or what is wrong: it
// is too much, or has to end.
resp::Reply to_reply(lua_State* lua, Running& running);

// Redis takes statuses, errors and formats for C strings.
inline BytesView up_to_nul(BytesView text) {
  return text.substr(0, text.find('\0'));
}

// A field of the table on top that holds a text, or nothing.
std::optional<Bytes> text_field(lua_State* lua, const char* name);

}  // namespace keemun::scripts
