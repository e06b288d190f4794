// What is answered for a key whose meta row cannot be read.
#pragma once

#include "base/bytes.h"

namespace keemun::keyspace {

// Throws "ERR corrupt key '...': reason".
[[noreturn]] void throw_corrupt_key(BytesView key, BytesView reason);
// The same of the camellia family, with what is wrong with its meta row, which is left as it is.
[[noreturn]] void throw_corrupt_meta(BytesView key, BytesView row);

}  // namespace keemun::keyspace
