// The two ends of a list, and what every list command does there.
#pragma once

#include <cstdint>

#include "model/call.h"

namespace keemun::model {

enum class End : uint8_t { kLeft, kRight };

// The word LEFT or RIGHT; anything else is a syntax error.
End list_end(const Call& call, size_t index);

void push(List& list, End end, Bytes value);
// The list must not be empty.
Bytes pop(List& list, End end);
// As many as there are, in the order in which they leave.
Reply pop_many(List& list, End end, int64_t count);

}  // namespace keemun::model
