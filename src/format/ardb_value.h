// Ardb's values as what they mean, and the bytes of a row's value: Ardb's own, which need not sort
// and so are the same in the ordered form.
//
//   string         02 meta            elements: the value
//   hash set zset  03/07/09 meta size elements: none, or the bounds (first and last member)
//   list           05 meta size sequential      elements: the first and the last index
//   stream         0C meta size last id         elements: names of fields
//   merge operand  1E command, two bytes, low first       elements: its arguments
//   any other row  type               elements
//
// meta: the format, 00, then the expiry; both and the size are zigzag varints but for the format's
// one byte. An expiry of 0 is none; a size of -1 is not known. last id is a string element of 16
// bytes. Elements: their number in a byte, then each.
#pragma once

#include <cstdint>
#include <optional>

#include "base/bytes.h"
#include "format/ardb_element.h"
#include "format/ardb_key.h"

namespace keemun::format {

inline constexpr int64_t kArdbSizeUnknown = -1;

struct ArdbMeta {
  int64_t expire_at_ms = 0;   // 0: none
  int64_t size = 0;           // not of a string
  bool is_sequential = true;  // of a list: its indexes are integers without a gap
  Bytes last_id = Bytes();    // of a stream

  friend bool operator==(const ArdbMeta&, const ArdbMeta&) = default;
};

struct ArdbValue {
  ArdbType type = ArdbType::kString;
  ArdbMeta meta = {};          // of a key's meta row
  uint16_t merge_command = 0;  // of a merge operand
  ArdbElements elements = {};

  friend bool operator==(const ArdbValue&, const ArdbValue&) = default;
};

// Whether the value is that of a key's meta row.
bool is_ardb_meta_type(ArdbType type);

Bytes encode_ardb_value(const ArdbValue& value);
// None unless `bytes` are what the above makes of some value.
std::optional<ArdbValue> decode_ardb_value(BytesView bytes);
// What stands before the elements, of a key's meta row; what follows is not looked at.
std::optional<ArdbValue> decode_ardb_head(BytesView bytes);

}  // namespace keemun::format
