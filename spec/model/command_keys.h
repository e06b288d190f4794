// Where a command's keys stand among its arguments.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "base/bytes.h"

namespace keemun::model {

// As COMMAND INFO says it: the first key, the last (negative from the end), the step; zeros when
// there are no keys, or when a number before them counts them.
struct KeyPositions {
  int first = 0;
  int last = 0;
  int step = 0;
};

KeyPositions key_positions(BytesView command);
bool has_keys(BytesView command);
// The indexes of the keys in `args` (args[0] is the name); null when the arguments make no sense.
std::optional<std::vector<size_t>> key_indexes(BytesView command, std::span<const Bytes> args);

}  // namespace keemun::model
