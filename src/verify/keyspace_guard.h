// Whether a server's keys and libraries of functions are ours to clear.
#pragma once

#include "verify/target.h"

namespace keemun::verify {

// True for a server without any key in any database and without any library, and for one that we
// are allowed to flush. A server that does not say what it holds is taken to hold some.
bool may_use_whole_keyspace(Target& target, bool may_flush);

}  // namespace keemun::verify
