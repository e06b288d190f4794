// A meta row key that is taken for ours is what we write for the key it names.
#include "base/check.h"
#include "row_input.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const auto [layout, row] = keemun::format::row_input_of(data, size);
  const auto decoded = layout.decode_meta_key(row);
  if (decoded.is_ours()) CHECK(layout.meta_key(decoded.parts.key) == row);
  return 0;
}
