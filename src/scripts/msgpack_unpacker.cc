#include "scripts/msgpack_unpacker.h"

#include <bit>
#include <cmath>

namespace keemun::scripts::msgpack {

namespace {

// Of the number, or of the length; 0 where there is no such first byte.
size_t size_behind(unsigned first) {
  if (first == kFloat) return 4;
  if (first == kDouble) return 8;
  if (first >= kUnsigned8 && first < kSigned8) return size_t{1} << (first - kUnsigned8);
  if (first >= kSigned8 && first < kOther8) return size_t{1} << (first - kSigned8);
  if (first >= kString8 && first < kArray16) return size_t{1} << (first - kString8);
  if (first >= kArray16) return (first - kArray16) % 2 == 0 ? 2 : 4;
  return 0;
}

}  // namespace

Fault Unpacker::next(int level) {
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

Fault Unpacker::next_with_bits(unsigned first, int level) {
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

bool Unpacker::read(size_t size, uint64_t& bits) {
  if (bytes_.size() < size) return false;
  for (size_t i = 0; i < size; ++i) bits = bits << 8 | static_cast<unsigned char>(bytes_[i]);
  bytes_.remove_prefix(size);
  return true;
}

Fault Unpacker::push_number(lua_Number number) {
  lua_pushnumber(lua_, number);
  return kNone;
}

Fault Unpacker::push_nil() {
  lua_pushnil(lua_);
  return kNone;
}

Fault Unpacker::push_boolean(bool is_true) {
  lua_pushboolean(lua_, is_true ? 1 : 0);
  return kNone;
}

Fault Unpacker::push_integer(uint64_t bits, size_t size) {
  const size_t unused = 64 - 8 * size;
  return push_number(static_cast<lua_Number>(static_cast<int64_t>(bits << unused) >> unused));
}

Fault Unpacker::push_string(uint64_t size) {
  if (bytes_.size() < size) return kIncomplete;
  lua_pushlstring(lua_, bytes_.data(), size);
  bytes_.remove_prefix(size);
  return kNone;
}

Fault Unpacker::push_array(uint64_t count, int level) {
  lua_newtable(lua_);
  for (uint64_t i = 1; i <= count; ++i) {
    const Fault fault = next(level + 1);
    if (fault != kNone) return fault;
    lua_rawseti(lua_, -2, static_cast<int>(i));
  }
  return kNone;
}

Fault Unpacker::push_map(uint64_t count, int level) {
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

}  // namespace keemun::scripts::msgpack
