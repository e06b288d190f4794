#include "scripts/struct_library.h"

#include <bit>
#include <climits>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <lua.hpp>

#include "base/bytes.h"

namespace keemun::scripts {

namespace {

// No frame here has a destructor: Lua leaves them where something is wrong.

constexpr size_t kIntegerBytesMax = 32;
constexpr size_t kUsualAlignment = 8;
constexpr size_t kWordBytes = sizeof(uint64_t);

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// A format, from its front: letters name what comes next, other signs say how. As in Redis it ends
// where a C string does.
class Format {
 public:
  Format(lua_State* lua, int place) : lua_(lua), next_(luaL_checkstring(lua, place)) {}

  bool at_end() const { return *next_ == '\0'; }
  bool is_big_endian() const { return is_big_endian_; }

  struct Option {
    char name;
    size_t size;     // 0 where the value says it
    size_t padding;  // in front of it

    bool is_value() const { return BytesView("bBhHiIlLTfdxcs").find(name) != BytesView::npos; }
    bool is_signed() const { return name >= 'a'; }
  };
  Option take(size_t offset) {
    const char name = *next_++;
    const size_t size = size_of(name);
    return {name, size, name == 'c' ? 0 : padding(offset, size)};
  }

  // An option that names no value.
  void obey(char name) {
    switch (name) {
      case ' ':
        break;
      case '>':
        is_big_endian_ = true;
        break;
      case '<':
        is_big_endian_ = false;
        break;
      case '!':
        alignment_ = number_or(kUsualAlignment);
        if (!std::has_single_bit(alignment_)) {
          luaL_error(lua_, "alignment %d is not a power of 2", static_cast<int>(alignment_));
        }
        break;
      default:
        luaL_argerror(lua_, 1, lua_pushfstring(lua_, "invalid format option '%c'", name));
    }
  }

 private:
  size_t size_of(char name) {
    switch (name) {
      case 'b':
      case 'B':
      case 'x':
        return 1;
      case 'h':
      case 'H':
        return sizeof(int16_t);
      case 'f':
        return sizeof(float);
      case 'l':
      case 'L':
      case 'T':
      case 'd':
        return kWordBytes;
      case 'c':
        return number_or(1);
      case 'i':
      case 'I':
        return integer_size();
      default:
        return 0;
    }
  }

  size_t integer_size() {
    const size_t size = number_or(sizeof(int32_t));
    if (size > kIntegerBytesMax) {
      luaL_error(lua_, "integral size %d is larger than limit of %d", static_cast<int>(size),
                 static_cast<int>(kIntegerBytesMax));
    }
    return size;
  }

  size_t number_or(size_t usual) {
    if (!is_digit(*next_)) return usual;
    int number = 0;
    while (is_digit(*next_)) {
      const int digit = *next_++ - '0';
      if (number > (INT_MAX - digit) / 10) luaL_error(lua_, "integral size overflow");
      number = number * 10 + digit;
    }
    return static_cast<size_t>(number);
  }

  // Of a size that is no power of two there is more or less of it than one would think.
  size_t padding(size_t offset, size_t size) const {
    const size_t unit = size < alignment_ ? size : alignment_;
    return unit > 1 ? (unit - (offset & (unit - 1))) & (unit - 1) : 0;
  }

  lua_State* lua_;
  const char* next_;
  bool is_big_endian_ = false;
  size_t alignment_ = 1;
};

// What the processors that Redis mostly runs on make of it, however large it is.
uint64_t to_unsigned(lua_Number number) {
  constexpr lua_Number kHalf = 9223372036854775808.0;
  constexpr uint64_t kHighestBit = uint64_t{1} << 63;
  if (number >= 2 * kHalf) return 0;
  if (number >= 0) return static_cast<uint64_t>(number);
  return number >= -kHalf ? static_cast<uint64_t>(static_cast<int64_t>(number)) : kHighestBit;
}

// The lowest byte of `bits` first, or last.
void add_bytes(luaL_Buffer& buffer, uint64_t bits, size_t size, bool is_big_endian) {
  for (size_t i = 0; i < size; ++i) {
    const size_t place = is_big_endian ? size - 1 - i : i;
    luaL_addchar(&buffer, place < kWordBytes ? static_cast<char>(bits >> (8 * place)) : '\0');
  }
}

uint64_t read_bytes(BytesView bytes, bool is_big_endian) {
  uint64_t bits = 0;
  for (size_t i = 0; i < bytes.size(); ++i) {
    const size_t place = is_big_endian ? i : bytes.size() - 1 - i;
    bits = bits << 8 | static_cast<unsigned char>(bytes[place]);
  }
  return bits;
}

// Wider ones than a word lose what does not fit, and look for their sign where its bit would be.
lua_Number signed_number(uint64_t bits, size_t size) {
  const uint64_t sign_and_above = std::numeric_limits<uint64_t>::max() << ((8 * size - 1) % 64);
  if ((bits & sign_and_above) != 0) bits |= sign_and_above;
  return static_cast<lua_Number>(static_cast<int64_t>(bits));
}

// How many bytes of the string at this place were added.
size_t add_string(lua_State* lua, luaL_Buffer& buffer, Format::Option option, int place) {
  size_t size = 0;
  const char* text = luaL_checklstring(lua, place, &size);
  const size_t wanted = option.size == 0 ? size : option.size;
  luaL_argcheck(lua, size >= wanted, place + 1, "string too short");
  luaL_addlstring(&buffer, text, wanted);
  if (option.name != 's') return wanted;
  luaL_addchar(&buffer, '\0');
  return wanted + 1;
}

// The same of a value; `place` is that of the next one then.
size_t add_value(lua_State* lua, luaL_Buffer& buffer, const Format& format, Format::Option option,
                 int& place) {
  uint64_t bits = 0;
  switch (option.name) {
    case 'x':
      break;
    case 'c':
    case 's':
      return add_string(lua, buffer, option, place++);
    case 'f':
      bits = std::bit_cast<uint32_t>(static_cast<float>(luaL_checknumber(lua, place++)));
      break;
    case 'd':
      bits = std::bit_cast<uint64_t>(luaL_checknumber(lua, place++));
      break;
    default:
      bits = to_unsigned(luaL_checknumber(lua, place++));
  }
  add_bytes(buffer, bits, option.size, format.is_big_endian());
  return option.size;
}

// pack(format, value, ...)
int pack(lua_State* lua) {
  Format format(lua, 1);
  lua_pushnil(lua);  // what is missing is nil, not what the buffer keeps there
  luaL_Buffer buffer;
  luaL_buffinit(lua, &buffer);
  int place = 2;
  for (size_t offset = 0; !format.at_end();) {
    const Format::Option option = format.take(offset);
    add_bytes(buffer, 0, option.padding, false);
    offset += option.padding;
    if (option.is_value()) {
      offset += add_value(lua, buffer, format, option, place);
    } else {
      format.obey(option.name);
    }
  }
  luaL_pushresult(&buffer);
  return 1;
}

// What values are read from.
struct Data {
  lua_State* lua;
  BytesView bytes;

  BytesView at(size_t offset, size_t size) const {
    const bool has_them = size <= bytes.size() && offset <= bytes.size() - size;
    luaL_argcheck(lua, has_them, 2, "data string too short");
    return bytes.substr(offset, size);
  }
  // Up to the next zero.
  BytesView ended_at(size_t offset) const {
    const size_t end = bytes.find('\0', offset);
    if (end == BytesView::npos) luaL_error(lua, "unfinished string in data");
    return bytes.substr(offset, end - offset);
  }
};

// Pushes a value; answers how many bytes it takes. `count` is of those that are pushed already: a
// string may take the last of them as its size.
size_t push_value(const Data& data, const Format& format, Format::Option option, size_t offset,
                  int& count) {
  lua_State* lua = data.lua;
  const BytesView bytes = data.at(offset, option.size);
  const auto bits = [&] { return read_bytes(bytes, format.is_big_endian()); };
  switch (option.name) {
    case 'x':
      return option.size;
    case 'c': {
      if (option.size > 0) {
        lua_pushlstring(lua, bytes.data(), bytes.size());
        break;
      }
      const bool has_size = count > 0 && lua_isnumber(lua, -1) != 0;
      if (!has_size) luaL_error(lua, "format 'c0' needs a previous size");
      const BytesView sized = data.at(offset, to_unsigned(lua_tonumber(lua, -1)));
      lua_pop(lua, 1);
      lua_pushlstring(lua, sized.data(), sized.size());
      return sized.size();
    }
    case 's': {
      const BytesView ended = data.ended_at(offset);
      lua_pushlstring(lua, ended.data(), ended.size());
      ++count;
      return ended.size() + 1;
    }
    case 'f':
      lua_pushnumber(lua, std::bit_cast<float>(static_cast<uint32_t>(bits())));
      break;
    case 'd':
      lua_pushnumber(lua, std::bit_cast<double>(bits()));
      break;
    default:
      lua_pushnumber(lua, option.is_signed() ? signed_number(bits(), option.size)
                                             : static_cast<lua_Number>(bits()));
  }
  ++count;
  return option.size;
}

// unpack(format, data [, from]): the values, and where the next one would begin
int unpack(lua_State* lua) {
  Format format(lua, 1);
  size_t size = 0;
  const char* bytes = luaL_checklstring(lua, 2, &size);
  const Data data = {lua, BytesView(bytes, size)};
  const auto from = static_cast<size_t>(luaL_optinteger(lua, 3, 1));
  luaL_argcheck(lua, from > 0, 3, "offset must be 1 or greater");
  lua_settop(lua, 2);
  size_t offset = from - 1;
  int count = 0;
  while (!format.at_end()) {
    const Format::Option option = format.take(offset);
    offset += option.padding;
    luaL_checkstack(lua, 2, "too many results");
    if (option.is_value()) {
      offset += push_value(data, format, option, offset, count);
    } else {
      data.at(offset, 0);
      format.obey(option.name);
    }
  }
  lua_pushinteger(lua, static_cast<lua_Integer>(offset + 1));
  return count + 1;
}

// size(format)
int size(lua_State* lua) {
  Format format(lua, 1);
  size_t offset = 0;
  while (!format.at_end()) {
    const Format::Option option = format.take(offset);
    offset += option.padding + option.size;
    if (option.name == 's') luaL_argerror(lua, 1, "option 's' has no fixed size");
    if (option.name == 'c' && option.size == 0) {
      luaL_argerror(lua, 1, "option 'c0' has no fixed size");
    }
    // Letters without a meaning are passed over here, as in Redis.
    if (!option.is_value() && !is_letter(option.name) && !is_digit(option.name)) {
      format.obey(option.name);
    }
  }
  lua_pushinteger(lua, static_cast<lua_Integer>(offset));
  return 1;
}

}  // namespace

int open_struct(lua_State* lua) {
  constexpr luaL_Reg kFunctions[] = {{"pack", pack}, {"unpack", unpack}, {"size", size}, {}};
  lua_createtable(lua, 0, 0);
  luaL_register(lua, nullptr, kFunctions);
  return 1;
}

}  // namespace keemun::scripts
