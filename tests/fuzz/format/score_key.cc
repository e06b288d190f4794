// A score row key that is taken for ours is what we write for its parts, and lies in its run.
#include "base/check.h"
#include "row_input.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const auto [layout, row] = keemun::format::row_input_of(data, size);
  const auto decoded = layout.decode_score_key(row);
  if (!decoded.is_ours()) return 0;
  const auto& [key, version, score, member] = decoded.parts;
  const auto rows = layout.generation(key, version);
  CHECK(rows.score_key(score, member) == row);
  CHECK(rows.score_rows({score.number(), false}, {score.number(), false}).contains(row));
  return 0;
}
