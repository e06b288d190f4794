// Generators that mix arbitrary numbers with those at the edges: zeros, ones, powers of two and
// their neighbours, extremes, denormals, infinities.
#pragma once

#include <rapidcheck.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace keemun {

inline rc::Gen<uint64_t> edge_uint64() {
  const auto near_power = rc::gen::map(
      rc::gen::pair(rc::gen::inRange(0, 64), rc::gen::inRange(-2, 3)), [](std::pair<int, int> at) {
        return (uint64_t{1} << at.first) + static_cast<uint64_t>(int64_t{at.second});
      });
  return rc::gen::oneOf(near_power, rc::gen::arbitrary<uint64_t>(),
                        rc::gen::map(near_power, [](uint64_t value) { return ~value; }));
}

inline rc::Gen<int64_t> edge_int64() {
  return rc::gen::map(edge_uint64(), [](uint64_t bits) { return static_cast<int64_t>(bits); });
}

// Any double but NaN.
inline rc::Gen<double> edge_double() {
  using Limits = std::numeric_limits<double>;
  const auto edge = rc::gen::element(
      0.0, -0.0, 1.0, -1.0, 0.1, Limits::infinity(), -Limits::infinity(), Limits::max(),
      Limits::lowest(), Limits::min(), -Limits::min(), Limits::denorm_min(), -Limits::denorm_min(),
      1e17, -1e17, 9007199254740992.0, 9223372036854775808.0);
  const auto neighbour =
      rc::gen::map(rc::gen::pair(edge, rc::gen::arbitrary<bool>()), [](std::pair<double, bool> at) {
        return std::nextafter(at.first, at.second ? Limits::infinity() : -Limits::infinity());
      });
  const auto any_bits = rc::gen::map(rc::gen::arbitrary<uint64_t>(),
                                     [](uint64_t bits) { return std::bit_cast<double>(bits); });
  const auto whole =
      rc::gen::map(edge_int64(), [](int64_t value) { return static_cast<double>(value); });
  return rc::gen::suchThat(
      rc::gen::oneOf(edge, neighbour, any_bits, whole, rc::gen::arbitrary<double>()),
      [](double value) { return !std::isnan(value); });
}

}  // namespace keemun
