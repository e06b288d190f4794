#include "scripts/lua_values.h"

#include <algorithm>
#include <limits>
#include <lua.hpp>
#include <optional>
#include <utility>

#include "base/check.h"
#include "scripts/running.h"

namespace keemun::scripts {

using resp::Reply;

namespace {

void push_bytes(lua_State* lua, BytesView bytes) {
  lua_pushlstring(lua, bytes.data(), bytes.size());
}

BytesView text_at(lua_State* lua, int index) {
  size_t size = 0;
  const char* text = lua_tolstring(lua, index, &size);
  return {text, size};
}

void push_text_table(lua_State* lua, const char* field, BytesView text) {
  lua_createtable(lua, 0, 1);
  push_bytes(lua, text);
  lua_setfield(lua, -2, field);
}

// What a command answers has been counted as an error; scripts see the mark of it in Redis' tables.
void push_answered_error(lua_State* lua, BytesView text) {
  push_error(lua, text);
  lua_pushboolean(lua, 1);
  lua_setfield(lua, -2, "ignore_error_stats_update");
}

// Only of RESP3 there are items that Lua takes for none. Then, as in Redis, the table has grown
// with what is there, which says how long it seems to be.
void push_items(lua_State* lua, const Reply::Items& items, bool wants_resp3) {
  lua_createtable(lua, wants_resp3 ? 0 : static_cast<int>(items.size()), 0);
  for (size_t i = 0; i < items.size(); ++i) {
    push_reply(lua, items[i], wants_resp3);
    lua_rawseti(lua, -2, static_cast<int>(i) + 1);
  }
}

// {map = {key = value}} and {set = {member = true}}. What cannot be a key of a table is left out.
void push_keyed(lua_State* lua, const Reply& reply) {
  const bool is_map = reply.kind() == Reply::Kind::kMap;
  lua_createtable(lua, 0, 1);
  lua_createtable(lua, 0, static_cast<int>(reply.items().size()));
  for (size_t i = 0; i < reply.items().size(); ++i) {
    push_reply(lua, reply.items()[i], true);
    if (is_map) {
      push_reply(lua, reply.items()[++i], true);
    } else {
      lua_pushboolean(lua, 1);
    }
    if (lua_isnil(lua, -2)) {
      lua_pop(lua, 2);
    } else {
      lua_rawset(lua, -3);
    }
  }
  lua_setfield(lua, -2, is_map ? "map" : "set");
}

void push_verbatim(lua_State* lua, const Reply& reply) {
  constexpr size_t kFormatBytes = 3;
  lua_createtable(lua, 0, 1);
  lua_createtable(lua, 0, 2);
  push_bytes(lua, reply.verbatim_text());
  lua_setfield(lua, -2, "string");
  push_bytes(lua, BytesView(reply.text()).substr(0, kFormatBytes));
  lua_setfield(lua, -2, "format");
  lua_setfield(lua, -2, "verbatim_string");
}

void push_resp3_only(lua_State* lua, const Reply& reply) {
  switch (reply.kind()) {
    case Reply::Kind::kMap:
    case Reply::Kind::kSet:
      return push_keyed(lua, reply);
    case Reply::Kind::kDouble:
      lua_createtable(lua, 0, 1);
      lua_pushnumber(lua, reply.number());
      return lua_setfield(lua, -2, "double");
    case Reply::Kind::kBoolean:
      return lua_pushboolean(lua, reply.boolean() ? 1 : 0);
    case Reply::Kind::kBigNumber:
      return push_text_table(lua, "big_number", reply.text());
    case Reply::Kind::kVerbatim:
      return push_verbatim(lua, reply);
    default:
      return push_items(lua, reply.items(), true);
  }
}

// What a table of Lua's stands for where the field is of the type; the field is on top then.
bool take_field(lua_State* lua, const char* name, int type) {
  lua_pushstring(lua, name);
  lua_rawget(lua, -2);
  if (lua_type(lua, -1) == type) return true;
  lua_pop(lua, 1);
  return false;
}

bool is_line_end(char c) {
  return c == '\r' || c == '\n';
}

Bytes on_one_line(BytesView text) {
  Bytes line(text);
  std::replace_if(line.begin(), line.end(), is_line_end, ' ');
  return line;
}

Bytes error_line(BytesView text) {
  text = up_to_nul(text);
  while (!text.empty() && is_line_end(text.back())) text.remove_suffix(1);
  return on_one_line(text);
}

// As C converts it, and the least number where it does not fit.
int64_t integer_of(double number) {
  constexpr double kTooMuch = 9223372036854775808.0;  // 2^63
  const bool fits = number >= -kTooMuch && number < kTooMuch;
  return fits ? static_cast<int64_t>(number) : std::numeric_limits<int64_t>::min();
}

// Of what a script returns. A table may be in many places, so that a small one may be a reply that
// nobody has room or time for.
class ReplyMaker {
 public:
  ReplyMaker(lua_State* lua, Running& running) : lua_(lua), running_(running) {}

  // The value on top, which stays there.
  Reply make() {
    Reply reply = value(0);
    if (running_.is_over()) return Reply::error(running_.ending);
    if (!has_room()) return Reply::error("ERR not enough memory for the reply of the script");
    return reply;
  }

 private:
  // Calls itself once per level, to the depth that a reply may have.
  Reply value(size_t depth) {
    constexpr int kRoom = 6;
    constexpr size_t kValuesBetweenQuestions = 10'000;
    bytes_ += sizeof(Reply);
    if (++value_count_ % kValuesBetweenQuestions == 0) ask_whether_to_end(running_);
    if (depth == resp::kReplyDepthMax || lua_checkstack(lua_, kRoom) == 0) {
      return Reply::error("ERR reached lua stack limit");
    }
    switch (lua_type(lua_, -1)) {
      case LUA_TSTRING:
        return Reply::bulk(Bytes(text()));
      case LUA_TBOOLEAN: {
        const bool value = lua_toboolean(lua_, -1) != 0;
        if (running_.wants_resp3) return Reply::boolean(value);
        return value ? Reply::integer(1) : Reply::null();
      }
      case LUA_TNUMBER:
        return Reply::integer(integer_of(lua_tonumber(lua_, -1)));
      case LUA_TTABLE:
        return table(depth + 1);
      default:
        return Reply::null();
    }
  }

  // The text on top, or none where that would be too much.
  BytesView text() {
    bytes_ += lua_objlen(lua_, -1);
    return has_room() ? text_at(lua_, -1) : BytesView();
  }

  std::optional<Reply> verbatim() {
    if (!take_field(lua_, "format", LUA_TSTRING)) return std::nullopt;
    constexpr size_t kFormatBytes = 3;
    Bytes format(up_to_nul(text_at(lua_, -1)).substr(0, kFormatBytes));
    format.resize(kFormatBytes, ' ');
    lua_pop(lua_, 1);
    if (!take_field(lua_, "string", LUA_TSTRING)) return std::nullopt;
    Reply reply = Reply::verbatim(format, text());
    lua_pop(lua_, 1);
    return reply;
  }

  Reply table(size_t depth) {
    if (auto reply = marked(depth)) return std::move(*reply);
    Reply::Items items;
    for (int i = 1;; ++i) {
      lua_rawgeti(lua_, -1, i);
      if (lua_isnil(lua_, -1) || !goes_on()) break;
      items.push_back(value(depth));
      lua_pop(lua_, 1);
    }
    lua_pop(lua_, 1);
    return Reply::array(std::move(items));
  }

  // A table that says by its only field what it is.
  std::optional<Reply> marked(size_t depth) {
    std::optional<Reply> reply;
    if (take_field(lua_, "err", LUA_TSTRING)) {
      reply = Reply::error(error_line(text()));
    } else if (take_field(lua_, "ok", LUA_TSTRING)) {
      reply = Reply::status(on_one_line(up_to_nul(text())));
    } else if (take_field(lua_, "double", LUA_TNUMBER)) {
      reply = Reply::number(lua_tonumber(lua_, -1));
    } else if (take_field(lua_, "big_number", LUA_TSTRING)) {
      reply = Reply::big_number(on_one_line(text()));
    } else if (take_field(lua_, "verbatim_string", LUA_TTABLE)) {
      reply = verbatim();
    } else if (take_field(lua_, "map", LUA_TTABLE)) {
      reply = Reply::map(keyed_items(true, depth));
    } else if (take_field(lua_, "set", LUA_TTABLE)) {
      reply = Reply::set(keyed_items(false, depth));
    } else {
      return std::nullopt;
    }
    lua_pop(lua_, 1);
    return reply;
  }

  // The table of keys on top, and what is said of each.
  Reply::Items keyed_items(bool with_values, size_t depth) {
    Reply::Items items;
    lua_pushnil(lua_);
    while (lua_next(lua_, -2) != 0) {
      Reply said = value(depth);
      lua_pop(lua_, 1);
      items.push_back(value(depth));
      if (with_values) items.push_back(std::move(said));
      if (goes_on()) continue;
      lua_pop(lua_, 1);
      break;
    }
    return items;
  }

  bool has_room() const { return bytes_ <= running_.memory.reply_bytes_max(); }
  bool goes_on() const { return has_room() && !running_.is_over(); }

  lua_State* lua_;
  Running& running_;
  size_t value_count_ = 0;
  size_t bytes_ = 0;
};

}  // namespace

void push_reply(lua_State* lua, const Reply& reply, bool wants_resp3) {
  constexpr int kRoom = 6;
  CHECK(lua_checkstack(lua, kRoom) != 0);  // replies are not as deep as the stack may become
  switch (reply.kind()) {
    case Reply::Kind::kStatus:
      return push_text_table(lua, "ok", reply.text());
    case Reply::Kind::kError:
      return push_answered_error(lua, reply.text());
    case Reply::Kind::kInteger:
      return lua_pushnumber(lua, static_cast<double>(reply.integer()));
    case Reply::Kind::kBulk:
      return push_bytes(lua, reply.text());
    case Reply::Kind::kNull:
    case Reply::Kind::kNullArray:
      return wants_resp3 ? lua_pushnil(lua) : lua_pushboolean(lua, 0);
    case Reply::Kind::kArray:
      return push_items(lua, reply.items(), wants_resp3);
    default:
      if (wants_resp3) return push_resp3_only(lua, reply);
      return push_reply(lua, reply.resp2_form(), false);
  }
}

void push_error(lua_State* lua, BytesView text) {
  while (text.ends_with('\n') || text.ends_with('\r')) text.remove_suffix(1);
  push_text_table(lua, "err", text);
}

std::optional<Bytes> text_field(lua_State* lua, const char* name) {
  lua_pushstring(lua, name);
  lua_rawget(lua, -2);
  std::optional<Bytes> text;
  if (lua_isstring(lua, -1) != 0) text = Bytes(text_at(lua, -1));
  lua_pop(lua, 1);
  return text;
}

Reply to_reply(lua_State* lua, Running& running) {
  return ReplyMaker(lua, running).make();
}

}  // namespace keemun::scripts
