// Which encoding a new key of each type gets. Existing keys keep the one that their meta names.
#pragma once

#include "format/encoding.h"

namespace keemun::keyspace {

struct EncodingChoice {
  format::Encoding hash = format::Encoding::kHashCounted;
  format::Encoding set = format::Encoding::kSetCounted;
  format::Encoding zset = format::Encoding::kZSetIndexed;
};

}  // namespace keemun::keyspace
