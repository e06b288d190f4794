// Law: what was written is read back, with nothing left over; what was never written is refused.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/ordered_codec.h"
#include "edge_numbers.h"

namespace keemun {
namespace {

template <typename Number>
void check_round_trip(void (*append)(Bytes&, Number), bool (*read)(ByteReader&, Number&),
                      Number value) {
  Bytes bytes;
  append(bytes, value);
  ByteReader reader(bytes);
  Number back{};
  RC_ASSERT(read(reader, back));
  RC_ASSERT(back == value);
  RC_ASSERT(reader.at_end());
}

RC_GTEST_PROP(BytesRoundTrip, ForInt64, ()) {
  check_round_trip(append_ordered_int64, read_ordered_int64, *edge_int64());
}

RC_GTEST_PROP(BytesRoundTrip, ForDouble, ()) {
  check_round_trip(append_ordered_double, read_ordered_double, *edge_double());
}

RC_GTEST_PROP(BytesRoundTrip, NoTwoFormsOfOneDouble, ()) {
  const uint64_t bits = *rc::gen::oneOf(
      edge_uint64(), rc::gen::map(edge_double(), [](double value) { return ordered_bits(value); }));
  const std::optional<double> value = double_from_ordered_bits(bits);
  if (value) RC_ASSERT(ordered_bits(*value) == bits);
}

RC_GTEST_PROP(BytesRoundTrip, ForIntegersOfAllSizes, (uint8_t one, uint16_t two, uint32_t four)) {
  const int64_t eight = *edge_int64();
  Bytes bytes;
  append_be_int64(bytes, eight);
  append_be32(bytes, four);
  append_be16(bytes, two);
  append_u8(bytes, one);
  RC_ASSERT(bytes.size() == 15u);
  ByteReader reader(bytes);
  uint8_t one_back = 0;
  uint16_t two_back = 0;
  uint32_t four_back = 0;
  int64_t eight_back = 0;
  RC_ASSERT(reader.read_be_int64(eight_back) && reader.read_be32(four_back) &&
            reader.read_be16(two_back) && reader.read_u8(one_back));
  RC_ASSERT(one_back == one && two_back == two && four_back == four && eight_back == eight);
  RC_ASSERT(reader.at_end());
}

}  // namespace
}  // namespace keemun
