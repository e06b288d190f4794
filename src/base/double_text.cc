#include "base/double_text.h"

#include <charconv>
#include <cmath>
#include <cstdint>

#include "base/check.h"

namespace keemun {

DoubleText::DoubleText(double value) : size_(static_cast<size_t>(write(value) - text_.data())) {}

char* DoubleText::write(double value) {
  char* const begin = text_.data();
  char* const end = begin + text_.size();
  // %.17g prints a whole number below 10^17 with all its digits; most scores are such numbers.
  constexpr double kWholeMax = 1e17;
  const bool negative_zero = value == 0 && std::signbit(value);
  if (value > -kWholeMax && value < kWholeMax && !negative_zero) {
    const auto whole = static_cast<int64_t>(value);
    if (static_cast<double>(whole) == value) return std::to_chars(begin, end, whole).ptr;
  }
  constexpr int kDigits = 17;  // enough for every double to be read back unchanged
  const auto written = std::to_chars(begin, end, value, std::chars_format::general, kDigits);
  CHECK(written.ec == std::errc{});
  return written.ptr;
}

}  // namespace keemun
