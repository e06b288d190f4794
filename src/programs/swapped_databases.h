// Which databases stand in the namespace of another number, for people.
#pragma once

#include "base/bytes.h"
#include "ports/kv_store.h"

namespace keemun::programs {

// A line, or nothing where SWAPDB has swapped none.
Bytes swapped_databases_text(ports::KvStore& store);

}  // namespace keemun::programs
