// Keeps commands inside a part of a server's keyspace: every key, and every pattern that SORT makes
// keys of, gets a prefix.
#pragma once

#include "plan/plan.h"

namespace keemun::verify {

plan::Args with_prefix(plan::Args args, BytesView prefix);

// All keys that the plan's commands name, with the prefix.
std::vector<Bytes> keys_of(const plan::Plan& plan, BytesView prefix);

}  // namespace keemun::verify
