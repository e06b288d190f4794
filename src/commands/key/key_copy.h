// Copies of whole keys, whatever they hold: RENAME, COPY and MOVE.
#pragma once

#include "base/bytes.h"
#include "keyspace/keyspace.h"

namespace keemun::commands {

struct KeyPlace {
  keyspace::Keyspace& keys;
  BytesView key;
};

// Whatever `to` held is gone then; the copy has the expiry of the original and the encoding that a
// new key gets. `from` is there and is another key than `to`. Streams page by page, but the unit of
// work holds all of the copy's rows until it commits.
void copy_key(const KeyPlace& from, const KeyPlace& to);

}  // namespace keemun::commands
