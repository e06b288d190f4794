#include "format/list_position.h"

#include "base/ordered_codec.h"

namespace keemun::format {

std::optional<ListPosition> ListPosition::decode(BytesView bytes) {
  ByteReader reader(bytes);
  int64_t position = 0;
  if (!read_ordered_int64(reader, position) || !reader.at_end()) return std::nullopt;
  return ListPosition(position);
}

std::array<char, ListPosition::kBytes> ListPosition::bytes() const {
  std::array<char, kBytes> bytes;
  store_be(bytes.data(), ordered_bits(value));
  return bytes;
}

}  // namespace keemun::format
