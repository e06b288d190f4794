// The rows of several column families as the one ordered run that they are parts of. All iterators
// must have been made on one snapshot and stand at their first row in the direction of the run.
// Families share no key, so no two rows compare equal.
#pragma once

#include <rocksdb/iterator.h>

#include <memory>
#include <vector>

#include "base/bytes.h"

namespace keemun::rocks {

class MergedRows {
 public:
  MergedRows(std::vector<std::unique_ptr<rocksdb::Iterator>> parts, bool is_reverse);

  bool valid() const { return front_ != nullptr; }
  // Of the row at the front, until next(); only while valid().
  BytesView key() const;
  BytesView value() const;
  void next();

 private:
  // Throws StoreError where a part ended because it could not be read.
  void find_front();

  std::vector<std::unique_ptr<rocksdb::Iterator>> parts_;
  rocksdb::Iterator* front_ = nullptr;
  bool is_reverse_;
};

}  // namespace keemun::rocks
