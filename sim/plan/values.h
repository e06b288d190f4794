// The kinds of argument that patterns name: keys, members, numbers, times, …, each with its usual
// values and with those that reach edges.
#pragma once

#include "plan/grammar.h"

namespace keemun::plan {

// Null when there is no such kind.
Bytes (*find_value_kind(BytesView name))(ValueContext&);

// A word of the protocol, now and then in lower or mixed case.
Bytes in_some_case(BytesView word, ValueContext& context);

// Something that is wrong in most places.
Bytes garbage(ValueContext& context);

}  // namespace keemun::plan
