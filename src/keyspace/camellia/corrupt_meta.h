// What is answered for a key of the camellia family whose meta row cannot be read.
#pragma once

#include "base/bytes.h"

namespace keemun::keyspace {

// With what is wrong with the row, which is left as it is.
[[noreturn]] void throw_corrupt_meta(BytesView key, BytesView row);

}  // namespace keemun::keyspace
