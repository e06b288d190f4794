// Takes away one key that its row in the index of expiry says has expired. For whoever is alone
// with the key.
#pragma once

#include <cstdint>
#include <optional>

#include "base/bytes.h"
#include "format/expiry_index.h"
#include "format/key_layout.h"
#include "keyspace/garbage.h"
#include "keyspace/unit/unit_of_work.h"

namespace keemun::keyspace {

// What went: nothing, since the key has not expired; the row of the index, which was stale; the
// key, and that row with it; or a part of its rows, since they are many.
enum class Swept : uint8_t { kNothing, kRow, kKey, kPart };

// Of the camellia family: the meta goes, and what lies below it is left in `garbage`. Throws
// CommandError where it does not decode.
Swept sweep_camellia_key(UnitOfWork& unit, const format::KeyLayout& layout,
                         const format::Expiry& indexed, std::optional<Garbage>& garbage);

}  // namespace keemun::keyspace
