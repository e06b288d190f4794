// An index row key that is taken for ours is what we write for its parts.
#include "base/check.h"
#include "row_input.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const auto [layout, row] = keemun::format::row_input_of(data, size);
  const auto decoded = layout.decode_index_key(row);
  if (!decoded.is_ours()) return 0;
  const auto& [key, version, index] = decoded.parts;
  CHECK(layout.generation(key, version).index_key(index) == row);
  return 0;
}
