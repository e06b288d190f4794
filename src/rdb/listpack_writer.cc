#include "rdb/listpack_writer.h"

#include <algorithm>

#include "base/integer_codec.h"
#include "rdb/listpack_format.h"
#include "rdb/little_endian.h"

namespace keemun::rdb {

// Numbers in one byte or in nine; Redis has sizes between, too.
void ListpackWriter::add(int64_t number) {
  constexpr int64_t kSmallMax = 0x7f;
  constexpr uint8_t kInt64 = 0xf4;
  const size_t begin = elements_.size();
  if (number >= 0 && number <= kSmallMax) {
    append_u8(elements_, static_cast<uint8_t>(number));
  } else {
    append_u8(elements_, kInt64);
    append_little_endian(elements_, number);
  }
  end_element(begin);
}

void ListpackWriter::add(BytesView text) {
  constexpr unsigned kSixBits = 0x80;
  constexpr unsigned kTwelveBits = 0xe0;
  constexpr uint8_t kFourBytes = 0xf0;
  const size_t begin = elements_.size();
  const size_t size = text.size();
  if (size < 1U << 6) {
    append_u8(elements_, static_cast<uint8_t>(kSixBits | size));
  } else if (size < 1U << 12) {
    append_be16(elements_, static_cast<uint16_t>(kTwelveBits << 8 | size));
  } else {
    append_u8(elements_, kFourBytes);
    append_little_endian(elements_, static_cast<uint32_t>(size));
  }
  elements_ += text;
  end_element(begin);
}

void ListpackWriter::end_element(size_t begin) {
  const size_t size = elements_.size() - begin;
  for (size_t left = bytes_of_size_behind(size); left > 0; --left) {
    append_u8(elements_, byte_of_size_behind(size, left - 1));
  }
  ++count_;
}

Bytes ListpackWriter::finish() && {
  Bytes listpack;
  const size_t size = kListpackHeadBytes + elements_.size() + sizeof kPackedEnd;
  append_little_endian(listpack, static_cast<uint32_t>(size));
  append_little_endian(listpack, static_cast<uint16_t>(std::min<size_t>(count_, kManyElements)));
  listpack += elements_;
  append_u8(listpack, kPackedEnd);
  return listpack;
}

}  // namespace keemun::rdb
