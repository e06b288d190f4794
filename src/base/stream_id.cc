#include "base/stream_id.h"

#include "base/integer_codec.h"

namespace keemun {

std::optional<StreamId> StreamId::next() const {
  if (*this == kStreamIdMax) return std::nullopt;
  if (sequence == std::numeric_limits<uint64_t>::max()) return StreamId{ms + 1, 0};
  return StreamId{ms, sequence + 1};
}

std::optional<StreamId> StreamId::previous() const {
  if (is_zero()) return std::nullopt;
  if (sequence == 0) return StreamId{ms - 1, std::numeric_limits<uint64_t>::max()};
  return StreamId{ms, sequence - 1};
}

Bytes StreamId::bytes() const {
  Bytes bytes;
  bytes.reserve(kBytes);
  append_be64(bytes, ms);
  append_be64(bytes, sequence);
  return bytes;
}

std::optional<StreamId> StreamId::of_bytes(BytesView bytes) {
  ByteReader reader(bytes);
  StreamId id;
  if (!reader.read_be64(id.ms) || !reader.read_be64(id.sequence) || !reader.at_end()) {
    return std::nullopt;
  }
  return id;
}

Bytes StreamId::text() const {
  return std::to_string(ms) + "-" + std::to_string(sequence);
}

}  // namespace keemun
