// Which encoding a new key of each type gets. Existing keys keep the one that their meta names.
// Of the camellia family, as far as nothing else is said.
#pragma once

#include <cstddef>

#include "format/encoding.h"

namespace keemun::keyspace {

struct EncodingChoice {
  format::Encoding hash = format::Encoding::kHashCounted;
  format::Encoding set = format::Encoding::kSetCounted;
  format::Encoding zset = format::Encoding::kZSetIndexed;
  // Whether what expires stands in an index, too; of the ardb family it always does.
  bool has_expiry_index = false;
  // Of the ardb family: hashes and sets do not count their elements, and are written without having
  // been read.
  bool ardb_fast = false;
  // Also of the ardb family, where the store erases no range cheaply: a key of more rows is hidden
  // by DEL and erased later.
  size_t ardb_rows_erased_max = 1024;
};

}  // namespace keemun::keyspace
