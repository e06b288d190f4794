#include "format/key_meta.h"

#include <algorithm>
#include <array>

#include "base/check.h"
#include "base/integer_codec.h"
#include "base/joined.h"

namespace keemun::format {
namespace {

constexpr size_t kMarksBytes = 7 * sizeof(uint64_t);
constexpr size_t kCountBytes = sizeof(uint32_t);

// Into bytes that are there, as all that follow; answers where they end.
char* store_header(char* at, const KeyMeta& meta) {
  CHECK(meta.version.value >= 0);
  at = store_be(at, static_cast<uint16_t>(meta.encoding));
  at = store_be(at, static_cast<uint64_t>(meta.version.value));
  return store_be(at, static_cast<uint64_t>(std::max(meta.expire_at_ms, kNoExpiry)));
}

bool read_header(ByteReader& reader, KeyMeta& meta) {
  uint8_t encode_version = 0;
  uint8_t type = 0;
  if (!reader.read_u8(encode_version) || !reader.read_u8(type)) return false;
  const auto encoding = encoding_of(static_cast<KeyType>(type), encode_version);
  if (!encoding) return false;
  meta.encoding = *encoding;
  if (!reader.read_be_int64(meta.version.value) || meta.version.value < 0) return false;
  if (!reader.read_be_int64(meta.expire_at_ms)) return false;
  meta.expire_at_ms = std::max(meta.expire_at_ms, kNoExpiry);
  return true;
}

bool read_count(ByteReader& reader, KeyMeta& meta) {
  uint32_t count = 0;
  if (!reader.read_be32(count) || count > kCountMax) return false;
  meta.count = count;
  return true;
}

char* store_marks(char* at, const StreamMarks& marks) {
  for (const StreamId& id : {marks.last_id, marks.first_id, marks.greatest_deleted}) {
    at = store_be(at, id.ms);
    at = store_be(at, id.sequence);
  }
  return store_be(at, static_cast<uint64_t>(marks.entries_added));
}

bool read_marks(ByteReader& reader, StreamMarks& marks) {
  for (StreamId* id : {&marks.last_id, &marks.first_id, &marks.greatest_deleted}) {
    if (!reader.read_be64(id->ms) || !reader.read_be64(id->sequence)) return false;
  }
  return reader.read_be_int64(marks.entries_added);
}

// All positions of a list are numbers: the one behind the last element too.
bool positions_fit(const KeyMeta& meta) {
  return meta.first_position.value <= std::numeric_limits<int64_t>::max() - meta.count;
}

bool read_meta(BytesView row, KeyMeta& meta) {
  ByteReader reader(row);
  if (!read_header(reader, meta)) return false;
  if (meta.type() == KeyType::kString) return true;
  if (meta.type() == KeyType::kList && !reader.read_be_int64(meta.first_position.value)) {
    return false;
  }
  if (meta.type() == KeyType::kStream && !read_marks(reader, meta.stream)) return false;
  if (keeps_count(meta.encoding) && !read_count(reader, meta)) return false;
  return reader.at_end() && positions_fit(meta);
}

}  // namespace

Bytes encode_key_meta(const KeyMeta& meta) {
  CHECK(meta.type() != KeyType::kString);
  std::array<char, KeyMeta::kHeaderBytes + kMarksBytes + kCountBytes> row;  // the longest there is
  char* end = store_header(row.data(), meta);
  if (meta.type() == KeyType::kStream) end = store_marks(end, meta.stream);
  if (meta.type() == KeyType::kList) {
    CHECK(positions_fit(meta));
    end = store_be(end, static_cast<uint64_t>(meta.first_position.value));
  }
  if (keeps_count(meta.encoding)) {
    CHECK(meta.count >= 0 && meta.count <= kCountMax);
    end = store_be(end, static_cast<uint32_t>(meta.count));
  }
  return {row.data(), end};
}

Bytes encode_string_meta(const KeyMeta& meta, BytesView value) {
  CHECK(meta.encoding == Encoding::kString);
  std::array<char, KeyMeta::kHeaderBytes> header;
  store_header(header.data(), meta);
  return joined(BytesView(header.data(), header.size()), value);
}

std::optional<KeyMeta> decode_key_meta(BytesView row) {
  std::optional<KeyMeta> meta(std::in_place);  // filled where it is answered: a meta is large
  if (!read_meta(row, *meta)) meta.reset();
  return meta;
}

BytesView string_value_of(BytesView row) {
  CHECK(row.size() >= KeyMeta::kHeaderBytes);
  return row.substr(KeyMeta::kHeaderBytes);
}

}  // namespace keemun::format
