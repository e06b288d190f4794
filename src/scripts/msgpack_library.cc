#include "scripts/msgpack_library.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <lua.hpp>
#include <utility>

#include "base/bytes.h"
#include "scripts/lua_values.h"
#include "scripts/running.h"

namespace keemun::scripts {

namespace {

// What went wrong, for luaL_error(), once no frame of ours is left that has a destructor.
using Fault = const char*;
constexpr Fault kNone = nullptr;
constexpr Fault kNoMemory = "not enough memory";
constexpr Fault kEnded = kKilled;
constexpr Fault kTooDeep = "MessagePack nests too deep";
constexpr Fault kIncomplete = "Missing bytes in input.";
constexpr Fault kBadFormat = "Bad data format in input.";
// Of Lua's own, which does not say where in a script.
constexpr Fault kNilKey = "table index is nil";
constexpr Fault kNanKey = "table index is NaN";

// Deeper tables are packed as nil, as Redis does it: a table may hold itself.
constexpr int kPackedLevelsMax = 16;
constexpr int kUnpackedLevelsMax = 512;
constexpr int kSlotsOfLevel = 4;

// The first byte of a value: of short ones it holds the length, or the number itself.
constexpr unsigned kShortMap = 0x80;
constexpr unsigned kShortArray = 0x90;
constexpr unsigned kShortString = 0xa0;
constexpr unsigned kNil = 0xc0;
constexpr unsigned kFalse = 0xc2;
constexpr unsigned kTrue = 0xc3;
constexpr unsigned kFloat = 0xca;
constexpr unsigned kDouble = 0xcb;
constexpr unsigned kUnsigned8 = 0xcc;  // 16, 32 and 64 bits behind it; of the others likewise
constexpr unsigned kSigned8 = 0xd0;
constexpr unsigned kOther8 = 0xd4;  // values of types that nobody here knows
constexpr unsigned kString8 = 0xd9;
constexpr unsigned kArray16 = 0xdc;
constexpr unsigned kMap16 = 0xde;
constexpr unsigned kNegative = 0xe0;

bool is_integer(lua_Number number) {
  constexpr lua_Number kLimit = 9223372036854775808.0;
  return number >= -kLimit && number < kLimit && number == std::trunc(number);
}

// Whether the keys of the table on top are 1, 2 and so on; and how many there are.
struct Keys {
  bool are_places = true;
  size_t count = 0;
};
Keys keys_of(lua_State* lua) {
  Keys keys;
  lua_Number highest = 0;
  lua_pushnil(lua);
  while (lua_next(lua, -2) != 0) {
    lua_pop(lua, 1);
    ++keys.count;
    const lua_Number key = lua_type(lua, -1) == LUA_TNUMBER ? lua_tonumber(lua, -1) : 0;
    keys.are_places = keys.are_places && key > 0 && is_integer(key);
    highest = std::fmax(highest, key);
  }
  keys.are_places = keys.are_places && highest == static_cast<lua_Number>(keys.count);
  return keys;
}

class Packer {
 public:
  Packer(lua_State* lua, Running& running) : lua_(lua), running_(running) {}

  const Bytes& bytes() const { return bytes_; }

  // The value on top, which stays there. False where it becomes too much, or has to end: a table
  // that holds itself is many values.
  bool add(int level) {
    constexpr size_t kValuesBetweenQuestions = 10'000;
    if (++value_count_ % kValuesBetweenQuestions == 0) ask_whether_to_end(running_);
    switch (lua_type(lua_, -1)) {
      case LUA_TSTRING:
        add_string();
        break;
      case LUA_TBOOLEAN:
        add_byte(lua_toboolean(lua_, -1) != 0 ? kTrue : kFalse);
        break;
      case LUA_TNUMBER:
        add_number(lua_tonumber(lua_, -1));
        break;
      case LUA_TTABLE:
        if (level < kPackedLevelsMax) return add_table(level);
        add_byte(kNil);
        break;
      default:
        add_byte(kNil);
    }
    return running_.memory.has_room(bytes_.size()) && !running_.is_over();
  }

 private:
  void add_byte(uint64_t byte) { bytes_ += static_cast<char>(byte & 0xff); }
  void add_wide(uint64_t value, size_t byte_count) {
    for (size_t i = byte_count; i-- > 0;) add_byte(value >> (8 * i));
  }

  void add_string() {
    size_t size = 0;
    const char* text = lua_tolstring(lua_, -1, &size);
    constexpr size_t kShortMax = 31;
    if (size <= kShortMax) {
      add_byte(kShortString | size);
    } else if (size <= std::numeric_limits<uint8_t>::max()) {
      add_byte(kString8);
      add_byte(size);
    } else {
      add_length(kString8 + 1, size);
    }
    bytes_.append(text, size);
  }

  // In two bytes, or behind the next of first bytes in four.
  void add_length(unsigned first_byte, size_t size) {
    const bool is_wide = size > std::numeric_limits<uint16_t>::max();
    add_byte(is_wide ? first_byte + 1 : first_byte);
    add_wide(size, is_wide ? 4 : 2);
  }

  void add_number(lua_Number number) {
    if (is_integer(number)) {
      add_integer(static_cast<int64_t>(number));
    } else if (const auto shorter = static_cast<float>(number); shorter == number) {
      add_byte(kFloat);
      add_wide(std::bit_cast<uint32_t>(shorter), 4);
    } else {
      add_byte(kDouble);
      add_wide(std::bit_cast<uint64_t>(number), 8);
    }
  }

  void add_integer(int64_t number) {
    constexpr int64_t kShortMin = -32;
    const auto bits = static_cast<uint64_t>(number);
    if (number >= kShortMin && number <= std::numeric_limits<int8_t>::max()) return add_byte(bits);
    // A sign takes one bit of its width.
    const auto width = number < 0 ? std::bit_width(~bits) + 1 : std::bit_width(bits);
    const unsigned step = width <= 8 ? 0 : width <= 16 ? 1 : width <= 32 ? 2 : 3;
    add_byte((number < 0 ? kSigned8 : kUnsigned8) + step);
    add_wide(bits, size_t{1} << step);
  }

  bool add_table(int level) {
    constexpr size_t kShortMax = 15;
    const Keys keys = keys_of(lua_);
    if (keys.count <= kShortMax) {
      add_byte((keys.are_places ? kShortArray : kShortMap) | keys.count);
    } else {
      add_length(keys.are_places ? kArray16 : kMap16, keys.count);
    }
    return keys.are_places ? add_items(level, static_cast<int>(keys.count)) : add_pairs(level);
  }

  bool add_items(int level, int count) {
    for (int i = 1; i <= count; ++i) {
      lua_rawgeti(lua_, -1, i);
      const bool fits = add(level + 1);
      lua_pop(lua_, 1);
      if (!fits) return false;
    }
    return true;
  }

  bool add_pairs(int level) {
    lua_pushnil(lua_);
    while (lua_next(lua_, -2) != 0) {
      lua_pushvalue(lua_, -2);
      bool fits = add(level + 1);
      lua_pop(lua_, 1);
      fits = fits && add(level + 1);
      lua_pop(lua_, 1);
      if (!fits) return false;
    }
    return true;
  }

  lua_State* lua_;
  Running& running_;
  size_t value_count_ = 0;
  Bytes bytes_;
};

// Has no destructor, nor has what it calls.
class Unpacker {
 public:
  Unpacker(lua_State* lua, const ScriptMemory& memory, BytesView bytes)
      : lua_(lua), memory_(memory), bytes_(bytes) {}

  size_t left() const { return bytes_.size(); }

  // The next value, on top.
  Fault next(int level) {
    if (memory_.is_over() || lua_checkstack(lua_, kSlotsOfLevel) == 0) return kNoMemory;
    if (level > kUnpackedLevelsMax) return kTooDeep;
    if (bytes_.empty()) return kIncomplete;
    const auto first = static_cast<unsigned char>(bytes_[0]);
    bytes_.remove_prefix(1);
    if (first < kShortMap) return push_number(first);
    if (first < kShortArray) return push_map(first & 0xf, level);
    if (first < kShortString) return push_array(first & 0xf, level);
    if (first < kNil) return push_string(first & 0x1f);
    if (first >= kNegative) return push_number(static_cast<int8_t>(first));
    if (first == kNil) return push_nil();
    if (first == kFalse || first == kTrue) return push_boolean(first == kTrue);
    return next_with_bits(first, level);
  }

 private:
  Fault push_number(lua_Number number) {
    lua_pushnumber(lua_, number);
    return kNone;
  }

  Fault push_nil() {
    lua_pushnil(lua_);
    return kNone;
  }

  Fault push_boolean(bool is_true) {
    lua_pushboolean(lua_, is_true ? 1 : 0);
    return kNone;
  }

  // A value whose number or length stands behind its first byte.
  Fault next_with_bits(unsigned first, int level) {
    const size_t size = size_behind(first);
    if (size == 0) return kBadFormat;
    uint64_t bits = 0;
    if (!read(size, bits)) return kIncomplete;
    if (first == kFloat) return push_number(std::bit_cast<float>(static_cast<uint32_t>(bits)));
    if (first == kDouble) return push_number(std::bit_cast<double>(bits));
    if (first < kSigned8) return push_integer(bits, 8);  // takes a sign at 2^63, as in Redis
    if (first < kOther8) return push_integer(bits, size);
    if (first < kArray16) return push_string(bits);
    return first < kMap16 ? push_array(bits, level) : push_map(bits, level);
  }

  // Of so many bytes, the highest bit of which is its sign.
  Fault push_integer(uint64_t bits, size_t size) {
    const size_t unused = 64 - 8 * size;
    return push_number(static_cast<lua_Number>(static_cast<int64_t>(bits << unused) >> unused));
  }

  // Of the number, or of the length; 0 where there is no such first byte.
  static size_t size_behind(unsigned first) {
    if (first == kFloat) return 4;
    if (first == kDouble) return 8;
    if (first >= kUnsigned8 && first < kSigned8) return size_t{1} << (first - kUnsigned8);
    if (first >= kSigned8 && first < kOther8) return size_t{1} << (first - kSigned8);
    if (first >= kString8 && first < kArray16) return size_t{1} << (first - kString8);
    if (first >= kArray16) return (first - kArray16) % 2 == 0 ? 2 : 4;
    return 0;
  }

  bool read(size_t size, uint64_t& bits) {
    if (bytes_.size() < size) return false;
    for (size_t i = 0; i < size; ++i) bits = bits << 8 | static_cast<unsigned char>(bytes_[i]);
    bytes_.remove_prefix(size);
    return true;
  }

  Fault push_string(uint64_t size) {
    if (bytes_.size() < size) return kIncomplete;
    lua_pushlstring(lua_, bytes_.data(), size);
    bytes_.remove_prefix(size);
    return kNone;
  }

  Fault push_array(uint64_t count, int level) {
    lua_newtable(lua_);
    for (uint64_t i = 1; i <= count; ++i) {
      const Fault fault = next(level + 1);
      if (fault != kNone) return fault;
      lua_rawseti(lua_, -2, static_cast<int>(i));
    }
    return kNone;
  }

  Fault push_map(uint64_t count, int level) {
    lua_newtable(lua_);
    for (uint64_t i = 0; i < count; ++i) {
      Fault fault = next(level + 1);
      if (fault != kNone) return fault;
      fault = next(level + 1);
      if (fault != kNone) return fault;
      if (lua_isnil(lua_, -2)) return kNilKey;
      const bool is_number = lua_type(lua_, -2) == LUA_TNUMBER;
      if (is_number && std::isnan(lua_tonumber(lua_, -2))) return kNanKey;
      lua_rawset(lua_, -3);
    }
    return kNone;
  }

  lua_State* lua_;
  const ScriptMemory& memory_;
  BytesView bytes_;
};

Fault push_packed(lua_State* lua, Running& running) {
  const ScriptMemory::Unlimited unlimited(running.memory);
  const int count = lua_gettop(lua);
  if (lua_checkstack(lua, kPackedLevelsMax * kSlotsOfLevel) == 0) return kNoMemory;
  Packer packer(lua, running);
  for (int i = 1; i <= count; ++i) {
    lua_pushvalue(lua, i);
    if (!packer.add(0)) return running.is_over() ? kEnded : kNoMemory;
    lua_pop(lua, 1);
  }
  lua_pushlstring(lua, packer.bytes().data(), packer.bytes().size());
  return running.memory.is_over() ? kNoMemory : kNone;
}

// Values of the text at 1, from this byte of it on, and behind them how many bytes are left.
Fault push_unpacked(lua_State* lua, Running& running, size_t offset, lua_Integer limit) {
  const ScriptMemory::Unlimited unlimited(running.memory);
  size_t size = 0;
  const char* text = lua_tolstring(lua, 1, &size);
  Unpacker unpacker(lua, running.memory, BytesView(text, size).substr(offset));
  for (lua_Integer i = 0; i < limit && unpacker.left() > 0; ++i) {
    const Fault fault = unpacker.next(0);
    if (fault != kNone) return fault;
  }
  if (lua_checkstack(lua, kSlotsOfLevel) == 0) return kNoMemory;
  lua_pushinteger(lua, static_cast<lua_Integer>(unpacker.left()));
  return kNone;
}

// In frames without destructors, which Lua leaves.
int raise(lua_State* lua, Fault fault) {
  lua_settop(lua, 0);
  if (fault == kEnded) {
    end_script(lua, *running_in(lua));
    push_error(lua, kKilled);
    return lua_error(lua);
  }
  if (fault == kNoMemory) lua_gc(lua, LUA_GCCOLLECT, 0);
  if (fault != kNilKey && fault != kNanKey) return luaL_error(lua, "%s", fault);
  lua_pushstring(lua, fault);
  return lua_error(lua);
}

// pack(value, ...)
int pack(lua_State* lua) {
  if (lua_gettop(lua) == 0) return luaL_argerror(lua, 0, "MessagePack pack needs input.");
  const Fault fault = push_packed(lua, running_or_raise(lua, "cmsgpack"));
  return fault == kNone ? 1 : raise(lua, fault);
}

int unpack_some(lua_State* lua, lua_Integer limit, lua_Integer offset, bool tells_offset) {
  size_t size = 0;
  luaL_checklstring(lua, 1, &size);
  if (offset < 0 || limit < 0) {  // Redis names the size for the limit
    return luaL_error(lua, "Invalid request to unpack with offset of %d and limit of %d.",
                      static_cast<int>(offset), static_cast<int>(size));
  }
  if (static_cast<size_t>(offset) > size) {
    return luaL_error(lua, "Start offset %d greater than input length %d.",
                      static_cast<int>(offset), static_cast<int>(size));
  }
  lua_settop(lua, 1);
  const auto start = static_cast<size_t>(offset);
  const Fault fault = push_unpacked(lua, running_or_raise(lua, "cmsgpack"), start, limit);
  if (fault != kNone) return raise(lua, fault);
  const auto left = static_cast<size_t>(lua_tointeger(lua, -1));
  lua_pop(lua, 1);
  if (!tells_offset) return lua_gettop(lua) - 1;
  lua_pushinteger(lua, left == 0 ? -1 : static_cast<lua_Integer>(size - left));
  lua_insert(lua, 2);
  return lua_gettop(lua) - 1;
}

constexpr lua_Integer kNoLimit = std::numeric_limits<int>::max();

// unpack(text)
int unpack(lua_State* lua) {
  return unpack_some(lua, kNoLimit, 0, false);
}

// unpack_one(text [, offset]): where the next one begins, or -1, and the value
int unpack_one(lua_State* lua) {
  return unpack_some(lua, 1, luaL_optinteger(lua, 2, 0), true);
}

// unpack_limit(text, limit [, offset]): the same of several
int unpack_limit(lua_State* lua) {
  const lua_Integer limit = luaL_checkinteger(lua, 2);
  const lua_Integer offset = luaL_optinteger(lua, 3, 0);
  const bool is_all = limit == 0 && offset == 0;
  return unpack_some(lua, is_all ? kNoLimit : limit, offset, !is_all);
}

}  // namespace

int open_msgpack(lua_State* lua) {
  constexpr luaL_Reg kFunctions[] = {{"pack", pack},
                                     {"unpack", unpack},
                                     {"unpack_limit", unpack_limit},
                                     {"unpack_one", unpack_one},
                                     {}};
  // Of the library that Redis has, which scripts may ask for.
  constexpr std::pair<const char*, const char*> kAbout[] = {
      {"_NAME", "cmsgpack"},
      {"_VERSION", "lua-cmsgpack 0.4.0"},
      {"_COPYRIGHT", "Copyright (C) 2012, Salvatore Sanfilippo"},
      {"_DESCRIPTION", "MessagePack C implementation for Lua"}};
  lua_createtable(lua, 0, 0);
  luaL_register(lua, nullptr, kFunctions);
  for (const auto& [name, text] : kAbout) {
    lua_pushstring(lua, text);
    lua_setfield(lua, -2, name);
  }
  return 1;
}

}  // namespace keemun::scripts
