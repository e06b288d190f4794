#include "scripts/msgpack_packer.h"

#include <bit>
#include <cmath>
#include <limits>

#include "scripts/msgpack_format.h"

namespace keemun::scripts::msgpack {

namespace {

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

}  // namespace

bool Packer::add(int level) {
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

void Packer::add_wide(uint64_t value, size_t byte_count) {
  for (size_t i = byte_count; i-- > 0;) add_byte(value >> (8 * i));
}

void Packer::add_length(unsigned first_byte, size_t size) {
  const bool is_wide = size > std::numeric_limits<uint16_t>::max();
  add_byte(is_wide ? first_byte + 1 : first_byte);
  add_wide(size, is_wide ? 4 : 2);
}

void Packer::add_string() {
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

void Packer::add_number(lua_Number number) {
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

void Packer::add_integer(int64_t number) {
  constexpr int64_t kShortMin = -32;
  const auto bits = static_cast<uint64_t>(number);
  if (number >= kShortMin && number <= std::numeric_limits<int8_t>::max()) return add_byte(bits);
  // A sign takes one bit of its width.
  const auto width = number < 0 ? std::bit_width(~bits) + 1 : std::bit_width(bits);
  const unsigned step = width <= 8 ? 0 : width <= 16 ? 1 : width <= 32 ? 2 : 3;
  add_byte((number < 0 ? kSigned8 : kUnsigned8) + step);
  add_wide(bits, size_t{1} << step);
}

bool Packer::add_table(int level) {
  constexpr size_t kShortMax = 15;
  const Keys keys = keys_of(lua_);
  if (keys.count <= kShortMax) {
    add_byte((keys.are_places ? kShortArray : kShortMap) | keys.count);
  } else {
    add_length(keys.are_places ? kArray16 : kMap16, keys.count);
  }
  return keys.are_places ? add_items(level, static_cast<int>(keys.count)) : add_pairs(level);
}

bool Packer::add_items(int level, int count) {
  for (int i = 1; i <= count; ++i) {
    lua_rawgeti(lua_, -1, i);
    const bool fits = add(level + 1);
    lua_pop(lua_, 1);
    if (!fits) return false;
  }
  return true;
}

bool Packer::add_pairs(int level) {
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

}  // namespace keemun::scripts::msgpack
