#include "format/ardb_list_index.h"

#include <cmath>

#include "format/ardb_order.h"

namespace keemun::format {

namespace {

constexpr double kBehindInt64 = 0x1p63;

double as_double(const ArdbElement& index) {
  if (const auto* integer = std::get_if<int64_t>(&index)) return static_cast<double>(*integer);
  return std::get<double>(index);
}

std::optional<int64_t> as_int64(double number) {
  if (number < -kBehindInt64 || number >= kBehindInt64 || number != std::floor(number)) {
    return std::nullopt;
  }
  return static_cast<int64_t>(number);
}

std::optional<int64_t> sum(int64_t a, int64_t b) {
  int64_t result = 0;
  if (__builtin_add_overflow(a, b, &result)) return std::nullopt;
  return result;
}

}  // namespace

std::optional<ArdbElement> ardb_index_between(const ArdbElement& low, const ArdbElement& high) {
  const double mean = as_double(low) / 2 + as_double(high) / 2;
  ArdbElement between = mean;
  if (const auto integer = as_int64(mean)) between = *integer;
  if (ardb_order(low, between) < 0 && ardb_order(between, high) < 0) return between;
  return std::nullopt;
}

std::optional<int64_t> ardb_index_before(const ArdbElement& index, int64_t steps) {
  if (const auto* integer = std::get_if<int64_t>(&index)) return sum(*integer, -steps);
  const auto ceiling = as_int64(std::ceil(std::get<double>(index)));
  return ceiling ? sum(*ceiling, -steps) : std::nullopt;
}

std::optional<int64_t> ardb_index_behind(const ArdbElement& index, int64_t steps) {
  if (const auto* integer = std::get_if<int64_t>(&index)) return sum(*integer, steps);
  const auto floor = as_int64(std::floor(std::get<double>(index)));
  return floor ? sum(*floor, steps) : std::nullopt;
}

}  // namespace keemun::format
