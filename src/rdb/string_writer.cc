#include "rdb/string_writer.h"

#include <liblzf/lzf.h>

#include <limits>

#include "base/integer_codec.h"
#include "base/number_text.h"
#include "rdb/little_endian.h"

namespace keemun::rdb {

void append_length(Bytes& out, uint64_t length) {
  constexpr unsigned kTwoBytes = 0x40;
  constexpr uint8_t kFourBytes = 0x80;
  constexpr uint8_t kEightBytes = 0x81;
  if (length < 1U << 6) {
    append_u8(out, static_cast<uint8_t>(length));
  } else if (length < 1U << 14) {
    append_be16(out, static_cast<uint16_t>(kTwoBytes << 8 | length));
  } else if (length <= std::numeric_limits<uint32_t>::max()) {
    append_u8(out, kFourBytes);
    append_be32(out, static_cast<uint32_t>(length));
  } else {
    append_u8(out, kEightBytes);
    append_be64(out, length);
  }
}

namespace {

// Whether it is the text of an integer, and written as one.
bool append_as_integer(Bytes& out, BytesView text) {
  constexpr size_t kDigitsMax = 11;  // of 32 bits and a sign
  constexpr uint8_t kInt8 = 0xc0;
  if (text.size() > kDigitsMax) return false;
  const auto value = parse_int64(text);
  if (!value || *value != static_cast<int32_t>(*value)) return false;
  if (*value == static_cast<int8_t>(*value)) {
    append_u8(out, kInt8);
    append_little_endian(out, static_cast<int8_t>(*value));
  } else if (*value == static_cast<int16_t>(*value)) {
    append_u8(out, kInt8 + 1);
    append_little_endian(out, static_cast<int16_t>(*value));
  } else {
    append_u8(out, kInt8 + 2);
    append_little_endian(out, static_cast<int32_t>(*value));
  }
  return true;
}

// Whether that makes it four bytes shorter at least.
bool append_compressed(Bytes& out, BytesView text) {
  constexpr size_t kBytesMin = 21;  // less is never worth it
  constexpr size_t kSaved = 4;
  constexpr uint8_t kCompressed = 0xc3;
  if (text.size() < kBytesMin || text.size() > std::numeric_limits<unsigned>::max()) return false;
  Bytes packed(text.size() - kSaved, '\0');
  const unsigned size = lzf_compress(text.data(), static_cast<unsigned>(text.size()), packed.data(),
                                     static_cast<unsigned>(packed.size()));
  if (size == 0) return false;
  append_u8(out, kCompressed);
  append_length(out, size);
  append_length(out, text.size());
  out.append(packed, 0, size);
  return true;
}

}  // namespace

void append_string(Bytes& out, BytesView text) {
  if (append_as_integer(out, text) || append_compressed(out, text)) return;
  append_length(out, text.size());
  out += text;
}

}  // namespace keemun::rdb
