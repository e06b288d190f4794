// The value of a meta row: what a key is, which incarnation of it lives, and until when.
//
//   0        1     2 ........ 9   10 ....... 17   18 ...
//   version  type  key version    expire ms       string: the value
//                  int64          int64, -1 none  counted hash, set, zset: int32 count
//                                                 list: int64 first position, int32 count
//                                                 stream: last id, first id, greatest deleted
//                                                 id, int64 entries added, int32 count
//                                                 otherwise nothing
//
// All integers big-endian. A meta owns nothing; the value of a string stays in the row.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>

#include "base/bytes.h"
#include "base/stream_id.h"
#include "format/encoding.h"
#include "format/key_version.h"
#include "format/list_position.h"

namespace keemun::format {

inline constexpr int64_t kNoExpiry = -1;
inline constexpr int64_t kCountMax = std::numeric_limits<int32_t>::max();

// What a stream remembers beside its entries.
struct StreamMarks {
  StreamId last_id;           // that was ever given
  StreamId first_id;          // no entry stands before it
  StreamId greatest_deleted;  // 0-0: none
  int64_t entries_added = 0;

  friend bool operator==(const StreamMarks&, const StreamMarks&) = default;
};

struct KeyMeta {
  static constexpr size_t kHeaderBytes = 18;

  Encoding encoding = Encoding::kString;
  KeyVersion version;
  int64_t expire_at_ms = kNoExpiry;
  int64_t count = 0;            // where keeps_count(encoding), else 0; at most kCountMax
  ListPosition first_position;  // of a list, else 0
  StreamMarks stream;           // of a stream

  KeyType type() const { return type_of(encoding); }
  bool has_expiry() const { return expire_at_ms >= 0; }

  friend bool operator==(const KeyMeta&, const KeyMeta&) = default;
};

Bytes encode_key_meta(const KeyMeta& meta);
Bytes encode_string_meta(const KeyMeta& meta, BytesView value);

// None: the row is corrupt. Reads any negative expire as kNoExpiry.
std::optional<KeyMeta> decode_key_meta(BytesView row);

// The value of a string, inside `row`, which decode_key_meta() took for a string.
BytesView string_value_of(BytesView row);

}  // namespace keemun::format
