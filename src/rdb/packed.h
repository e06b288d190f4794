// Small collections as Redis keeps them in memory, each in one string; what is in them, in
// their order, is added to `elements`. Any bytes; CommandError where they are none.
#pragma once

#include "base/bytes.h"
#include "rdb/elements.h"

namespace keemun::rdb {

// Since Redis 7.
void read_listpack(BytesView bytes, Elements& elements);
// Before Redis 7.
void read_ziplist(BytesView bytes, Elements& elements);
// Of sets of integers.
void read_intset(BytesView bytes, Elements& elements);

}  // namespace keemun::rdb
