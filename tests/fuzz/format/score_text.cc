// A text that is read as a score is a score whose own text is read as the same score.
#include <bit>
#include <cstddef>
#include <cstdint>

#include "base/check.h"
#include "format/score.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace keemun::format;
  const auto score = ScoreText::decode({reinterpret_cast<const char*>(data), size});
  if (!score) return 0;
  const auto again = ScoreText::decode(ScoreText(*score).bytes());
  CHECK(again.has_value());
  CHECK(std::bit_cast<uint64_t>(*again) == std::bit_cast<uint64_t>(*score));
  return 0;
}
