// Which namespaces may share a store. A namespace stands in its rows without length and without end
// mark, so the rows of "a" would hold the rows of "ab": such a pair is refused at start.
#pragma once

#include <span>

#include "base/bytes.h"

namespace keemun::format {

// No name is equal to another or the start of another. The empty name is the start of every name.
bool namespaces_are_prefix_free(std::span<const BytesView> names);

// One slot prefix, P(3504), begins with "s#": the sub rows of a plain or md5 namespace whose name
// meets the six bytes behind it would lie among the rows of that slot. False for such a name, and
// for the empty one, which meets everything.
bool namespace_is_clear_of_slot_prefixes(BytesView name);

}  // namespace keemun::format
