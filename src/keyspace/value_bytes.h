// How large a value is: the bytes of its elements, fields and values and members with their scores
// of eight bytes. Of a large collection whose size is known the first are looked at and stand for
// all, however long those behind them are; any other is read by pages, of which one at a time is in
// memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "keyspace/keyspace.h"

namespace keemun::keyspace {

// None where the key is not there. `samples`: so many elements at least are looked at; 0 is all.
std::optional<int64_t> value_bytes(Keyspace& keys, BytesView key, size_t samples);

}  // namespace keemun::keyspace
