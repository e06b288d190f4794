// How many elements a change added or removed, as far as its store knows. A store that writes
// without reading answers the number of elements it was given and says so: spec/inexact.md.
#pragma once

#include <cstdint>

namespace keemun::types {

struct Changed {
  int64_t count = 0;
  bool is_exact = true;
};

}  // namespace keemun::types
