// The metas of the ardb family, as it keeps them.
#pragma once

#include <cstdint>
#include <optional>

#include "base/bytes.h"
#include "format/ardb_value.h"

namespace keemun::keyspace {

inline constexpr int64_t kArdbNoExpiry = 0;

// None unless it is the meta of a key that this family keeps, or one that counts nothing.
std::optional<format::ArdbValue> decode_ardb_meta(BytesView meta_row);
// The same by the head of the row (ports::Values::kHeads). What stands behind it is not looked at,
// and the elements of one that is longer are not told.
std::optional<format::ArdbValue> decode_ardb_meta_head(BytesView head);

// A collection without elements is no key. It is a tombstone (ardb_remains.h), or Ardb has left it
// when the last element of a sorted set went. A stream may be empty.
bool counts_nothing(const format::ArdbValue& meta);

inline bool has_expiry(const format::ArdbValue& meta) {
  return meta.meta.expire_at_ms != kArdbNoExpiry;
}

// Types that may be kept without a count of their elements.
bool may_be_blind(format::ArdbType type);

}  // namespace keemun::keyspace
