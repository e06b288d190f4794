// What every keyspace answers in the same way once it scans: how many keys there are, and some key
// by chance.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "base/bytes.h"
#include "keyspace/keyspace.h"

namespace keemun::keyspace {

int64_t count_keys(Keyspace& keys);

// As Keyspace::any_key. `random_position` answers where a scan may begin, by chance.
std::optional<Bytes> pick_any_key(Keyspace& keys, uint64_t draw,
                                  const std::function<Bytes()>& random_position);

}  // namespace keemun::keyspace
