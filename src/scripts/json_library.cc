#include "scripts/json_library.h"

#include <algorithm>
#include <cmath>
#include <lua.hpp>

#include "base/bytes.h"
#include "scripts/put_before.h"
#include "scripts/running.h"

// It is of C, which its header does not say to C++.
extern "C" {
#include <lua-cjson.h>
}

// The library builds its texts in memory that Lua does not know of, and frees it where it fails by
// itself, but not where Lua refuses it memory. So it is not refused any: what it would take is
// estimated before, and looked at afterwards.
namespace keemun::scripts {

namespace {

// What a value takes as JSON, roughly from above.
class EncodedSize {
 public:
  EncodedSize(lua_State* lua, const ScriptMemory& memory) : lua_(lua), memory_(&memory) {}

  // The value at the top, which stays there, in a table this deep. False where no more of it needs
  // to be looked at.
  bool add(int level) {
    constexpr size_t kWordBytes = 8;  // true, false, null, and what separates it from others
    bytes_ += kWordBytes;
    switch (lua_type(lua_, -1)) {
      case LUA_TSTRING:
        add_text();
        break;
      case LUA_TNUMBER:
        add_number(lua_tonumber(lua_, -1));
        break;
      case LUA_TTABLE:
        if (!add_table(level)) return false;
        break;
      default:
        break;
    }
    return fits();
  }

  // A table may be in many places.
  bool fits() const { return memory_->has_room(bytes_ + room_for_text_); }
  // The library would refuse it, in the end: it takes a table's places in an order of its own.
  bool is_too_deep() const { return is_too_deep_; }

  static constexpr int kLevelsMax = 1000;

 private:
  void add_text() {
    constexpr size_t kEscaped = 6;  // \u001f
    size_t size = 0;
    const char* text = lua_tolstring(lua_, -1, &size);
    for (const char byte : BytesView(text, size)) bytes_ += is_plain(byte) ? 1 : kEscaped;
    // The library makes room for as much as it could become.
    room_for_text_ = std::max(room_for_text_, kEscaped * size);
  }
  static bool is_plain(char byte) {
    constexpr char kDelete = 0x7f;
    const bool is_control = static_cast<unsigned char>(byte) < ' ' || byte == kDelete;
    return !is_control && byte != '"' && byte != '\\' && byte != '/';
  }

  void add_number(lua_Number number) {
    constexpr lua_Number kShortMax = 1'000'000;  // which a word has room for
    constexpr size_t kLongBytes = 16;
    const bool is_short = std::fabs(number) < kShortMax && number == std::trunc(number);
    bytes_ += is_short ? 0 : kLongBytes;
  }

  bool add_table(int level) {
    constexpr int kSlots = 3;
    is_too_deep_ = level == kLevelsMax || lua_checkstack(lua_, kSlots) == 0;
    if (is_too_deep_) return false;
    lua_pushnil(lua_);
    while (lua_next(lua_, -2) != 0) {
      if (!add(level + 1)) return false;
      lua_pop(lua_, 1);
      // The library refuses itself what is no name.
      if (lua_type(lua_, -1) == LUA_TSTRING) add_text();
      if (lua_type(lua_, -1) == LUA_TNUMBER) add_number(lua_tonumber(lua_, -1));
    }
    return true;
  }

  lua_State* lua_;
  const ScriptMemory* memory_;
  size_t bytes_ = 0;
  size_t room_for_text_ = 0;
  bool is_too_deep_ = false;
};

// What the values of a text take.
size_t decoded_size(BytesView text) {
  constexpr size_t kTable = 64;
  constexpr size_t kPlace = 40;  // in a table
  constexpr size_t kText = 24;
  size_t bytes = 2 * text.size();  // all of it in one string; and the library makes room for that
  bool is_in_text = false;
  for (size_t i = 0; i < text.size(); ++i) {
    const char byte = text[i];
    if (byte == '"') {
      is_in_text = !is_in_text;
      bytes += is_in_text ? kText : 0;
    } else if (is_in_text) {
      i += byte == '\\' ? 1 : 0;
    } else if (byte == '[' || byte == '{') {
      bytes += kTable;
    } else if (byte == ',' || byte == ':') {
      bytes += kPlace;
    }
  }
  return bytes;
}

int raise_no_memory(lua_State* lua) {
  lua_settop(lua, 0);
  lua_gc(lua, LUA_GCCOLLECT, 0);
  return luaL_error(lua, "not enough memory");
}

// Calls the library's own function in the place of this one, with its one argument.
int call_library(lua_State* lua, Running& running) {
  lua_pushvalue(lua, lua_upvalueindex(1));
  lua_insert(lua, 1);
  bool failed = false;
  {
    const ScriptMemory::Unlimited unlimited(running.memory);
    failed = lua_pcall(lua, 1, 1, 0) != 0;
  }
  if (failed) {
    luaL_where(lua, 1);  // the library itself sees no script that calls it
    lua_insert(lua, 1);
    lua_concat(lua, 2);
    return lua_error(lua);
  }
  if (running.memory.is_over()) lua_gc(lua, LUA_GCCOLLECT, 0);
  return running.memory.is_over() ? raise_no_memory(lua) : 1;
}

EncodedSize encoded_size(lua_State* lua, const ScriptMemory& memory) {
  EncodedSize size(lua, memory);
  size.add(0);
  lua_settop(lua, 1);
  return size;
}

int encode(lua_State* lua) {
  luaL_argcheck(lua, lua_gettop(lua) == 1, 1, "expected 1 argument");
  Running& running = running_or_raise(lua, "cjson");
  EncodedSize size = encoded_size(lua, running.memory);
  if (!size.fits()) {
    lua_gc(lua, LUA_GCCOLLECT, 0);
    if (!size.fits()) return raise_no_memory(lua);
    size = encoded_size(lua, running.memory);
    if (!size.fits()) return raise_no_memory(lua);
  }
  if (size.is_too_deep()) {
    return luaL_error(lua, "Cannot serialise, excessive nesting (%d)", EncodedSize::kLevelsMax + 1);
  }
  return call_library(lua, running);
}

int decode(lua_State* lua) {
  luaL_argcheck(lua, lua_gettop(lua) == 1, 1, "expected 1 argument");
  size_t size = 0;
  const char* text = luaL_checklstring(lua, 1, &size);
  Running& running = running_or_raise(lua, "cjson");
  const size_t decoded = decoded_size(BytesView(text, size));
  if (!running.memory.has_room(decoded)) {
    lua_gc(lua, LUA_GCCOLLECT, 0);
    if (!running.memory.has_room(decoded)) return raise_no_memory(lua);
  }
  return call_library(lua, running);
}

}  // namespace

int open_json(lua_State* lua) {
  luaopen_cjson(lua);
  // It keeps no buffer, and what would change it for the scripts to come is not there.
  lua_getfield(lua, -1, "encode_keep_buffer");
  lua_pushboolean(lua, 0);
  lua_call(lua, 1, 0);
  for (const char* name :
       {"encode_sparse_array", "encode_max_depth", "decode_max_depth", "encode_number_precision",
        "encode_keep_buffer", "encode_invalid_numbers", "decode_invalid_numbers", "new"}) {
    lua_pushnil(lua);
    lua_setfield(lua, -2, name);
  }
  put_before(lua, "encode", encode);
  put_before(lua, "decode", decode);
  return 1;
}

}  // namespace keemun::scripts
