// Input: letter case, pattern, newline, text. The matcher must answer as the plain definition does
// wherever that one ends in time.
#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "../../property/base/glob_definition.h"
#include "base/check.h"
#include "base/glob.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace keemun;
  const Bytes input(data, data + size);
  if (input.empty()) return 0;
  const bool ignore_case = (input[0] & 1) != 0;
  const size_t newline = std::min(input.find('\n', 1), input.size());
  const BytesView pattern = BytesView(input).substr(1, newline - 1);
  const BytesView text = BytesView(input).substr(std::min(newline + 1, input.size()));
  const bool matches =
      glob_matches(pattern, text, ignore_case ? GlobCase::kIgnored : GlobCase::kExact);
  const auto stars = std::count(pattern.begin(), pattern.end(), '*');
  if (stars <= 4 && text.size() <= 20) {
    CHECK(matches == GlobDefinition(ignore_case).matches(pattern, text));
  }
  return 0;
}
