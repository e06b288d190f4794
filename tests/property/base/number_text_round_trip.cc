// Laws: a printed number is read back as the same number; an integer has one text.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "base/number_text.h"
#include "edge_numbers.h"

namespace keemun {
namespace {

rc::Gen<Bytes> number_like() {
  return rc::gen::mapcat(rc::gen::inRange(0, 9), [](int size) {
    return rc::gen::container<Bytes>(static_cast<size_t>(size),
                                     rc::gen::elementOf(Bytes("00112589..eE+--xXpPinfa (_")));
  });
}

RC_GTEST_PROP(NumberTextRoundTrip, ForInt64, ()) {
  const int64_t value = *edge_int64();
  RC_ASSERT(parse_int64(format_int64(value)) == value);
}

RC_GTEST_PROP(NumberTextRoundTrip, AnIntegerHasOneText, ()) {
  const Bytes text = *number_like();
  if (const auto value = parse_int64(text)) RC_ASSERT(format_int64(*value) == text);
  if (const auto value = parse_uint64(text)) RC_ASSERT(std::to_string(*value) == text);
}

RC_GTEST_PROP(NumberTextRoundTrip, ForUint64, ()) {
  const uint64_t value = *edge_uint64();
  RC_ASSERT(parse_uint64(std::to_string(value)) == value);
}

RC_GTEST_PROP(NumberTextRoundTrip, AScoreIsReadBackToTheBit, ()) {
  const double value = *edge_double();
  const auto back = parse_double(format_score(value));
  RC_ASSERT(back.has_value());
  RC_ASSERT(std::bit_cast<uint64_t>(*back) == std::bit_cast<uint64_t>(value));
}

// The C library is the judge that Redis asks; this process runs in the C locale.
RC_GTEST_PROP(NumberTextRoundTrip, AScoreIsPrintedAsPrintfDoes, ()) {
  const double value = *edge_double();
  char text[64];
  std::snprintf(text, sizeof(text), "%.17g", value);
  RC_ASSERT(format_score(value) == text);
  RC_ASSERT(format_long_double(value) == text);
}

RC_GTEST_PROP(NumberTextRoundTrip, ADoubleIsReadAsStrtodDoes, ()) {
  const Bytes text = *rc::gen::oneOf(number_like(), rc::gen::map(edge_double(), [](double value) {
                                       char hexadecimal[64];
                                       std::snprintf(hexadecimal, sizeof(hexadecimal), "%a", value);
                                       return Bytes(hexadecimal);
                                     }));
  char* end = nullptr;
  const double expected = std::strtod(text.c_str(), &end);
  const bool whole = !text.empty() && text[0] != ' ' && *end == '\0';
  const auto value = parse_double(text);
  if (value) {
    RC_ASSERT(whole);
    RC_ASSERT(std::bit_cast<uint64_t>(*value) == std::bit_cast<uint64_t>(expected));
  } else {
    // Whole and finite, yet refused: then it was too small to be told from zero.
    RC_ASSERT(!whole || !std::isfinite(expected) || expected == 0);
  }
}

RC_GTEST_PROP(NumberTextRoundTrip, AWholeNumberForHumansIsItsInteger, ()) {
  const int64_t value = *edge_int64();
  RC_ASSERT(format_human(static_cast<long double>(value)) == format_int64(value));
  RC_ASSERT(parse_long_double(format_int64(value)) == static_cast<long double>(value));
}

RC_GTEST_PROP(NumberTextRoundTrip, AWholeNumberOfAnySizeIsPrintedAsPrintfDoes, ()) {
  const auto mantissa = *rc::gen::arbitrary<int64_t>();
  const int exponent =
      *rc::gen::weightedOneOf<int>({{1, rc::gen::inRange(0, 3)}, {2, rc::gen::inRange(0, 16321)}});
  const long double value = std::ldexp(static_cast<long double>(mantissa), exponent);
  std::array<char, 5 * 1024> printed;
  std::snprintf(printed.data(), printed.size(), "%.0Lf", value);
  RC_ASSERT(format_human(value) == printed.data());
}

RC_GTEST_PROP(NumberTextRoundTrip, AScoreIsAlsoABound, ()) {
  const double value = *edge_double();
  const Bytes text = format_score(value);
  for (const bool exclusive : {false, true}) {
    const auto bound = parse_score_bound(exclusive ? "(" + text : text);
    RC_ASSERT(bound.has_value());
    RC_ASSERT(bound->value == value);
    RC_ASSERT(bound->exclusive == exclusive);
  }
}

}  // namespace
}  // namespace keemun
