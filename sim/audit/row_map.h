// The rows of a store, or of one key, in the order of their keys.
#pragma once

#include <functional>
#include <map>

#include "base/bytes.h"

namespace keemun::sim {

using RowMap = std::map<Bytes, Bytes, std::less<>>;

}  // namespace keemun::sim
