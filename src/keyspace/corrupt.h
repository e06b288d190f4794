// What is answered for a key whose meta row cannot be read.
#pragma once

#include "base/bytes.h"

namespace keemun::keyspace {

// Throws "ERR corrupt key '...': reason". The row is left as it is.
[[noreturn]] void throw_corrupt_meta(BytesView key, BytesView row);

}  // namespace keemun::keyspace
