// The end of the range of all byte strings that begin with a prefix: [prefix, prefix_end).
#pragma once

#include <optional>

#include "base/bytes.h"

namespace keemun {

// The smallest byte string that is greater than every string beginning with `prefix`. There is none
// if the prefix is empty or nothing but FF: nullopt then means that the range has no upper bound.
std::optional<Bytes> prefix_end(BytesView prefix);

}  // namespace keemun
