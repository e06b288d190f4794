// The index of what expires in a namespace, of either family of encodings, in the order of time.
// spec/encodings/ardb.md § 6. The value of every row is the same.
//
//   a# namespace __TTL_DB__, key the namespace, type 1D, elements: int expiry ms, string key
#pragma once

#include <cstdint>
#include <optional>

#include "base/bytes.h"
#include "format/key_range.h"

namespace keemun::format {

Bytes expiry_row(BytesView namespace_name, int64_t expire_at_ms, BytesView key);
Bytes expiry_row_value();
KeyRange expiry_rows(BytesView namespace_name);
// What the rows of all indexes begin with, and no other row.
BytesView expiry_rows_head();

struct Expiry {
  Bytes namespace_name;
  int64_t expire_at_ms = 0;
  Bytes key;
};
std::optional<Expiry> decode_expiry_row(BytesView row);

}  // namespace keemun::format
