#include "rdb/packed.h"

#include <cstddef>
#include <cstdint>
#include <optional>

#include "base/number_text.h"
#include "rdb/listpack_format.h"
#include "rdb/reader.h"

namespace keemun::rdb {

namespace {

// The lowest `bits` of a number, the highest of which is its sign.
int64_t with_sign(uint64_t value, unsigned bits) {
  const unsigned unused = 64 - bits;
  return static_cast<int64_t>(value << unused) >> unused;
}

int64_t signed_number(BytesView little_endian_bytes) {
  uint64_t value = 0;
  for (size_t i = little_endian_bytes.size(); i-- > 0;) {
    value = value << 8 | static_cast<unsigned char>(little_endian_bytes[i]);
  }
  return with_sign(value, static_cast<unsigned>(8 * little_endian_bytes.size()));
}

Bytes signed_text(BytesView little_endian_bytes) {
  return format_int64(signed_number(little_endian_bytes));
}

void check_count(size_t count, uint16_t said) {
  if (said != kManyElements && count != said) throw_bad_data();
}

// 0nnnnnnn                    n
// 10nnnnnn ...                n bytes
// 110nnnnn nnnnnnnn           n, signed
// 1110nnnn nnnnnnnn ...       n bytes
// 11110000 + 4 bytes ...      n bytes
// 11110001 + 2 bytes          n, signed; with 3, 4 and 8 bytes behind the three that follow
Bytes listpack_element(Reader& reader) {
  const unsigned first = reader.byte();
  if (first < 0x80) return format_int64(first);
  if (first < 0xc0) return Bytes(reader.bytes(first & 0x3f));
  if (first < 0xe0) return format_int64(with_sign((first & 0x1f) << 8 | reader.byte(), 13));
  if (first < 0xf0) {
    const unsigned high = (first & 0x0f) << 8;
    return Bytes(reader.bytes(high | reader.byte()));
  }
  switch (first) {
    case 0xf0:
      return Bytes(reader.bytes(reader.little_endian<uint32_t>()));
    case 0xf1:
      return signed_text(reader.bytes(2));
    case 0xf2:
      return signed_text(reader.bytes(3));
    case 0xf3:
      return signed_text(reader.bytes(4));
    case 0xf4:
      return signed_text(reader.bytes(8));
    default:
      throw_bad_data();
  }
}

// 00nnnnnn ...                n bytes
// 01nnnnnn nnnnnnnn ...       n bytes
// 10...... + 4 bytes ...      n bytes, big-endian
// 11000000 + 2 bytes          n, signed; 11010000 4 bytes, 11100000 8, 11110000 3, 11111110 1
// 1111nnnn                    n - 1, for n from 1 to 13
Bytes ziplist_element(Reader& reader) {
  const unsigned first = reader.byte();
  if (first < 0x40) return Bytes(reader.bytes(first));
  if (first < 0x80) {
    const unsigned high = (first & 0x3f) << 8;
    return Bytes(reader.bytes(high | reader.byte()));
  }
  if (first < 0xc0) return Bytes(reader.bytes(reader.big_endian<uint32_t>()));
  switch (first) {
    case 0xc0:
      return signed_text(reader.bytes(2));
    case 0xd0:
      return signed_text(reader.bytes(4));
    case 0xe0:
      return signed_text(reader.bytes(8));
    case 0xf0:
      return signed_text(reader.bytes(3));
    case 0xfe:
      return signed_text(reader.bytes(1));
    default:
      break;
  }
  if (first < 0xf1 || first > 0xfd) throw_bad_data();
  return format_int64(static_cast<int64_t>(first) - 0xf1);
}

}  // namespace

void read_listpack(BytesView bytes, Elements& elements) {
  Reader head(bytes);
  if (head.little_endian<uint32_t>() != bytes.size()) throw_bad_data();
  const auto count = head.little_endian<uint16_t>();
  const size_t before = elements.size();
  BytesView rest = bytes.substr(kListpackHeadBytes);
  while (!rest.empty() && static_cast<uint8_t>(rest.front()) != kPackedEnd) {
    Reader reader(rest);
    elements.add(listpack_element(reader));
    const size_t size = reader.position();
    for (size_t left = bytes_of_size_behind(size); left > 0; --left) {
      if (reader.byte() != byte_of_size_behind(size, left - 1)) throw_bad_data();
    }
    rest.remove_prefix(reader.position());
  }
  if (rest.size() != 1) throw_bad_data();
  check_count(elements.size() - before, count);
}

// size of all (4 bytes) | place of the last (4) | how many (2) | elements, each behind the size of
// the one before it (1 byte, or fe and 4 bytes) | ff
void read_ziplist(BytesView bytes, Elements& elements) {
  constexpr uint8_t kLongSize = 0xfe;
  Reader reader(bytes);
  if (reader.little_endian<uint32_t>() != bytes.size()) throw_bad_data();
  const size_t said_of_last = reader.little_endian<uint32_t>();
  const auto count = reader.little_endian<uint16_t>();
  const size_t before = elements.size();
  size_t last = said_of_last;  // of none anything may be said
  size_t size_of_last = 0;
  for (uint8_t size = reader.byte(); size != kPackedEnd; size = reader.byte()) {
    const size_t place = reader.position() - 1;
    const size_t said = size == kLongSize ? reader.little_endian<uint32_t>() : size;
    if (said != size_of_last) throw_bad_data();
    elements.add(ziplist_element(reader));
    last = place;
    size_of_last = reader.position() - place;
  }
  if (!reader.at_end() || last != said_of_last) throw_bad_data();
  check_count(elements.size() - before, count);
}

// bytes of each (4 bytes) | how many (4) | integers, each greater than the one before it
void read_intset(BytesView bytes, Elements& elements) {
  Reader reader(bytes);
  const auto width = reader.little_endian<uint32_t>();
  const auto count = reader.little_endian<uint32_t>();
  if (width != 2 && width != 4 && width != 8) throw_bad_data();
  const size_t before = elements.size();
  std::optional<int64_t> last;
  while (!reader.at_end()) {
    const int64_t number = signed_number(reader.bytes(width));
    if (last && number <= *last) throw_bad_data();
    last = number;
    elements.add(format_int64(number));
  }
  if (elements.size() - before != count) throw_bad_data();
}

}  // namespace keemun::rdb
