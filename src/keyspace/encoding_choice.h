// Which encoding a new key of each type gets. Existing keys keep the one that their meta names. And
// whether what expires stands in an index, too (spec/encodings/camellia.md, "The index of expiry").
#pragma once

#include "format/encoding.h"

namespace keemun::keyspace {

struct EncodingChoice {
  format::Encoding hash = format::Encoding::kHashCounted;
  format::Encoding set = format::Encoding::kSetCounted;
  format::Encoding zset = format::Encoding::kZSetIndexed;
  bool has_expiry_index = false;
};

}  // namespace keemun::keyspace
