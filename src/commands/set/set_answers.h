// Members of sets as clients are answered them.
#pragma once

#include <vector>

#include "base/bytes.h"
#include "resp/reply.h"

namespace keemun::commands {

// Redis keeps a small set of nothing but integers in their order, and whoever has such sets may go
// by it: members that are all integers, and few, stand so. Others stay as they are.
void put_integers_in_order(std::vector<Bytes>& members);

}  // namespace keemun::commands
