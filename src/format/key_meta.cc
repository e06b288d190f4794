#include "format/key_meta.h"

#include <algorithm>
#include <array>

#include "base/check.h"
#include "base/integer_codec.h"
#include "base/joined.h"

namespace keemun::format {
namespace {

constexpr size_t kExtraBytesUsual = 12;  // of what is not a string, nor a stream

using Header = std::array<char, KeyMeta::kHeaderBytes>;

Header header_of(const KeyMeta& meta) {
  CHECK(meta.version.value >= 0);
  Header header;
  char* end = header.data();
  end = store_be(end, static_cast<uint16_t>(meta.encoding));
  end = store_be(end, static_cast<uint64_t>(meta.version.value));
  store_be(end, static_cast<uint64_t>(std::max(meta.expire_at_ms, kNoExpiry)));
  return header;
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

void append_marks(Bytes& row, const StreamMarks& marks) {
  for (const StreamId& id : {marks.last_id, marks.first_id, marks.greatest_deleted}) {
    append_be64(row, id.ms);
    append_be64(row, id.sequence);
  }
  append_be_int64(row, marks.entries_added);
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
  const Header header = header_of(meta);
  Bytes row;
  row.reserve(header.size() + kExtraBytesUsual);
  row.append(header.data(), header.size());
  if (meta.type() == KeyType::kStream) append_marks(row, meta.stream);
  if (meta.type() == KeyType::kList) {
    CHECK(positions_fit(meta));
    append_be_int64(row, meta.first_position.value);
  }
  if (keeps_count(meta.encoding)) {
    CHECK(meta.count >= 0 && meta.count <= kCountMax);
    append_be32(row, static_cast<uint32_t>(meta.count));
  }
  return row;
}

Bytes encode_string_meta(const KeyMeta& meta, BytesView value) {
  CHECK(meta.encoding == Encoding::kString);
  const Header header = header_of(meta);
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
