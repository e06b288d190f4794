// How values are drawn from a few texts, and numbers written.
#pragma once

#include <cstdint>
#include <string>

#include "plan/grammar.h"

namespace keemun::plan {

template <size_t size>
Bytes one_of(ValueContext& context, const BytesView (&texts)[size]) {
  return Bytes(context.draw.pick(texts));
}

inline Bytes decimal(int64_t value) {
  return std::to_string(value);
}

}  // namespace keemun::plan
