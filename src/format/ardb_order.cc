#include "format/ardb_order.h"

#include <cmath>

namespace keemun::format {

namespace {

int sign_of(std::strong_ordering order) {
  return order < 0 ? -1 : order > 0 ? 1 : 0;
}

int kind_of(const ArdbElement& element) {
  if (std::holds_alternative<ArdbNil>(element)) return 0;
  return is_ardb_number(element) ? 1 : 2;
}

double as_double(const ArdbElement& number) {
  if (const auto* integer = std::get_if<int64_t>(&number)) return static_cast<double>(*integer);
  return std::get<double>(number);
}

// Defect 1.
int sign_of_difference(int64_t a, int64_t b) {
  const auto difference = static_cast<int64_t>(static_cast<uint64_t>(a) - static_cast<uint64_t>(b));
  return difference < 0 ? -1 : difference > 0 ? 1 : 0;
}

// Defects 2, 3 and 4.
int compare_doubles(double a, double b) {
  return a < b ? -1 : a > b ? 1 : 0;
}

// By exact value.
std::strong_ordering order_mixed(int64_t integer, double number) {
  constexpr double kBehindInt64 = 0x1p63;
  if (number >= kBehindInt64) return std::strong_ordering::less;
  if (number < -kBehindInt64) return std::strong_ordering::greater;
  const double floor = std::floor(number);
  const auto below = static_cast<int64_t>(floor);
  if (integer != below) return integer <=> below;
  return std::strong_ordering::less;  // the int is first, or the double has a fraction
}

std::strong_ordering order_numbers(const ArdbElement& a, const ArdbElement& b) {
  const auto* a_integer = std::get_if<int64_t>(&a);
  const auto* b_integer = std::get_if<int64_t>(&b);
  if (a_integer != nullptr && b_integer != nullptr) return *a_integer <=> *b_integer;
  if (a_integer != nullptr) return order_mixed(*a_integer, std::get<double>(b));
  if (b_integer != nullptr) return 0 <=> order_mixed(*b_integer, std::get<double>(a));
  const double a_number = std::get<double>(a);
  const double b_number = std::get<double>(b);
  if (a_number == b_number) return std::strong_ordering::equal;
  return a_number < b_number ? std::strong_ordering::less : std::strong_ordering::greater;
}

// Both walk keys alike; they differ in how they compare elements.
template <typename Order, typename OrderElements>
Order order_keys(const ArdbKey& a, const ArdbKey& b, Order equal, OrderElements order_elements) {
  for (const auto order :
       {a.namespace_name <=> b.namespace_name, a.key <=> b.key, a.type <=> b.type}) {
    if (order != 0) return Order(order_elements.of(order));
  }
  if (a.type == ArdbType::kMeta) return equal;
  const auto by_count = a.elements.size() <=> b.elements.size();
  if (by_count != 0) return Order(order_elements.of(by_count));
  for (size_t i = 0; i < a.elements.size(); ++i) {
    const Order order = order_elements(a.elements[i], b.elements[i]);
    if (order != 0) return order;
  }
  return equal;
}

struct AsCompared {
  static int of(std::strong_ordering order) { return sign_of(order); }
  int operator()(const ArdbElement& a, const ArdbElement& b) const { return ardb_comparison(a, b); }
};

struct AsMeant {
  static std::strong_ordering of(std::strong_ordering order) { return order; }
  std::strong_ordering operator()(const ArdbElement& a, const ArdbElement& b) const {
    return ardb_order(a, b);
  }
};

}  // namespace

int ardb_comparison(const ArdbElement& a, const ArdbElement& b) {
  if (kind_of(a) != kind_of(b)) return kind_of(a) < kind_of(b) ? -1 : 1;
  const auto* a_integer = std::get_if<int64_t>(&a);
  const auto* b_integer = std::get_if<int64_t>(&b);
  if (a_integer != nullptr && b_integer != nullptr)
    return sign_of_difference(*a_integer, *b_integer);
  if (is_ardb_number(a)) return compare_doubles(as_double(a), as_double(b));
  const auto* a_bytes = std::get_if<Bytes>(&a);
  return a_bytes == nullptr ? 0 : sign_of(*a_bytes <=> std::get<Bytes>(b));
}

int ardb_comparison(const ArdbKey& a, const ArdbKey& b) {
  return order_keys(a, b, 0, AsCompared());
}

std::strong_ordering ardb_order(const ArdbElement& a, const ArdbElement& b) {
  if (kind_of(a) != kind_of(b)) return kind_of(a) <=> kind_of(b);
  if (is_ardb_number(a)) return order_numbers(a, b);
  const auto* a_bytes = std::get_if<Bytes>(&a);
  return a_bytes == nullptr ? std::strong_ordering::equal : *a_bytes <=> std::get<Bytes>(b);
}

std::strong_ordering ardb_order(const ArdbKey& a, const ArdbKey& b) {
  return order_keys(a, b, std::strong_ordering::equal, AsMeant());
}

}  // namespace keemun::format
