// A law that the core broke.
#pragma once

#include <cstddef>

#include "base/bytes.h"

namespace keemun::sim {

struct Violation {
  Bytes law;  // as spec/invariants.md calls it: "every_encoding_equals_model"
  size_t event_index = 0;
  Bytes detail;
};

}  // namespace keemun::sim
