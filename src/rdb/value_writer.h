// Writes a value element by element, in the plainest of the forms that rdb/value.h reads: every
// Redis since 4.0 reads it.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/bytes.h"
#include "types/key_type.h"

namespace keemun::rdb {

class ValueWriter {
 public:
  explicit ValueWriter(types::KeyType type) : type_(type) {}

  // Of a string: itself, once. Of a hash: field and value in turn.
  void add(BytesView element);
  // Of a sorted set.
  void add(BytesView member, double score);

  // Of what has been written.
  size_t size() const { return elements_.size(); }

  // Type, count and elements.
  Bytes finish() &&;

 private:
  types::KeyType type_;
  uint64_t count_ = 0;  // of words
  Bytes elements_;
};

}  // namespace keemun::rdb
