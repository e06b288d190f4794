// Which encoding a new key of each type gets. Existing keys keep the one that their meta names.
// Of the camellia family, as far as nothing else is said.
#pragma once

#include "format/encoding.h"

namespace keemun::keyspace {

struct EncodingChoice {
  format::Encoding hash = format::Encoding::kHashCounted;
  format::Encoding set = format::Encoding::kSetCounted;
  format::Encoding zset = format::Encoding::kZSetIndexed;
  // Of the ardb family: hashes and sets do not count their elements, and are written without having
  // been read.
  bool ardb_fast = false;
};

}  // namespace keemun::keyspace
