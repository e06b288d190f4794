// Law: for any two numbers, the order of their bytes is the order of the numbers.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/ordered_codec.h"
#include "edge_numbers.h"

namespace keemun {
namespace {

template <typename Number>
void check_order(void (*append)(Bytes&, Number), Number left, Number right) {
  Bytes left_bytes;
  Bytes right_bytes;
  append(left_bytes, left);
  append(right_bytes, right);
  RC_ASSERT((left_bytes < right_bytes) == (left < right));
  RC_ASSERT((left_bytes == right_bytes) == (left == right));
}

RC_GTEST_PROP(BytesOrderIsMeaningOrder, ForInt64, ()) {
  check_order(append_ordered_int64, *edge_int64(), *edge_int64());
}

RC_GTEST_PROP(BytesOrderIsMeaningOrder, ForDouble, ()) {
  check_order(append_ordered_double, *edge_double(), *edge_double());
}

RC_GTEST_PROP(BytesOrderIsMeaningOrder, ForNeighbouringDoubles, ()) {
  const double value = *edge_double();
  const double next = std::nextafter(value, std::numeric_limits<double>::infinity());
  check_order(append_ordered_double, value, next);
}

}  // namespace
}  // namespace keemun
