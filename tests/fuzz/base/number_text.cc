// Input: any text. Whatever is taken as a number is what the C library reads there, and prints as a
// text that is read as the same number.
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "base/check.h"
#include "base/number_text.h"

namespace {

using namespace keemun;

void check_integers(const Bytes& text) {
  if (const auto value = parse_int64(text)) CHECK(format_int64(*value) == text);
  if (const auto value = parse_uint64(text)) CHECK(std::to_string(*value) == text);
}

void check_double(const Bytes& text) {
  const auto value = parse_double(text);
  char* end = nullptr;
  const double expected = std::strtod(text.c_str(), &end);
  const bool whole = !text.empty() && end == text.c_str() + text.size();
  if (!value) {
    const bool blank_first = whole && (text[0] == ' ' || (text[0] >= '\t' && text[0] <= '\r'));
    CHECK(!whole || blank_first || !std::isfinite(expected) || expected == 0);
    return;
  }
  CHECK(whole && std::bit_cast<uint64_t>(*value) == std::bit_cast<uint64_t>(expected));
  const auto again = parse_double(format_score(*value));
  CHECK(again && std::bit_cast<uint64_t>(*again) == std::bit_cast<uint64_t>(*value));
  const auto bound = parse_score_bound(text);
  CHECK(bound && bound->value == *value && !bound->exclusive);
}

void check_long_double(const Bytes& text) {
  const auto value = parse_long_double(text);
  if (!value) return;
  CHECK(!std::isnan(*value));
  const Bytes printed = format_human(*value);
  // The result of one increment is the operand of the next: it must be stable as a text.
  const auto again = parse_long_double(printed);
  CHECK(again && format_human(*again) == printed);
  CHECK(parse_long_double(format_long_double(*value)).has_value() || std::isinf(*value) ||
        std::fabs(*value) > 1e4931L || std::fabs(*value) < 1e-4930L);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const Bytes text(data, data + size);
  check_integers(text);
  check_double(text);
  check_long_double(text);
  if (const auto bound = parse_score_bound(text)) CHECK(!std::isnan(bound->value));
  return 0;
}
