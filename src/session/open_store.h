// What must hold before a store is served: the namespaces fit together, and those that exist were
// made with the layout they are now configured with.
#pragma once

#include <span>

#include "format/key_layout.h"
#include "ports/kv_store.h"

namespace keemun::session {

// Throws CommandError with the reason; the store is untouched then. Otherwise every namespace has
// its record in the store afterwards.
void open_store(ports::KvStore& store, std::span<const format::KeyLayout> databases);

}  // namespace keemun::session
