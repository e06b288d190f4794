// One run of the real binary to its end.
#pragma once

#include "base/bytes.h"

namespace keemun {

struct Ended {
  int status = -1;
  Bytes said;  // on both of its outputs
};

// `arguments` as one types them behind "keemun"; `by` runs it.
Ended run_keemun(const Bytes& arguments, const Bytes& by = "");

}  // namespace keemun
