// A value as RDB files and payloads have it: a byte for how it is written, then its elements.
//
// Read is what Redis 2.6 to 7.2 write of strings, lists, sets, hashes and sorted sets, but for
// hashes in zipmaps, which Redis 2.6 wrote no more. Any bytes; CommandError "ERR Bad data format"
// where they are no value, and where it has no element, or one twice. What stands behind a value is
// not looked at.
#pragma once

#include <vector>

#include "base/bytes.h"
#include "types/key_type.h"

namespace keemun::rdb {

struct Value {
  types::KeyType type = types::KeyType::kString;
  // Of a string itself; of a hash field and value in turn.
  std::vector<Bytes> elements;
  std::vector<double> scores;  // of a sorted set, of each element
};

Value read_value(BytesView bytes);

}  // namespace keemun::rdb
