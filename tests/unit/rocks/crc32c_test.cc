// The processor's checksum is that of the definition: bit by bit, polynomial 0x1edc6f41 reflected.
#include <gtest/gtest.h>

#include "rocks/crc32c.h"

namespace keemun::rocks {
namespace {

uint32_t by_definition(uint32_t crc, BytesView bytes) {
  constexpr uint32_t kPolynomial = 0x82f63b78;
  crc = ~crc;
  for (const char byte : bytes) {
    crc ^= static_cast<unsigned char>(byte);
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ ((crc & 1) != 0 ? kPolynomial : 0);
  }
  return ~crc;
}

Bytes noise(size_t count) {
  Bytes bytes;
  for (size_t i = 0; i < count; ++i) bytes += static_cast<char>(i * i * 31 + i * 7 + 3);
  return bytes;
}

TEST(Crc32c, IsKnownByItsDefinition) {
  EXPECT_EQ(by_definition(0, "123456789"), 0xe3069283);
}

TEST(Crc32c, OfTheProcessorIsTheSame) {
  if (!processor_has_crc32c()) return;
  const Bytes bytes = noise(100);
  for (size_t from = 0; from < 9; ++from) {
    for (size_t count = 0; from + count <= bytes.size(); ++count) {
      const BytesView part = BytesView(bytes).substr(from, count);
      EXPECT_EQ(processor_crc32c(0, part), by_definition(0, part)) << from << ", " << count;
    }
  }
}

TEST(Crc32c, OfTheProcessorGoesOnFromAnother) {
  if (!processor_has_crc32c()) return;
  const Bytes bytes = noise(100);
  const uint32_t whole = by_definition(0, bytes);
  for (size_t count = 0; count <= bytes.size(); ++count) {
    const uint32_t first = processor_crc32c(0, BytesView(bytes).substr(0, count));
    EXPECT_EQ(processor_crc32c(first, BytesView(bytes).substr(count)), whole) << count;
  }
}

TEST(Crc32c, OfTheProcessorIsPutTogether) {
  if (!processor_has_crc32c()) return;
  const Bytes bytes = noise(5000);
  const uint32_t whole = by_definition(0, bytes);
  for (size_t count = 0; count <= bytes.size(); count = count < 300 ? count + 1 : 2 * count + 1) {
    const size_t before = bytes.size() - count;
    const uint32_t first = by_definition(0, BytesView(bytes).substr(0, before));
    const uint32_t second = by_definition(0, BytesView(bytes).substr(before));
    EXPECT_EQ(processor_crc32c_of_both(first, second, count), whole) << count;
  }
}

// Of zeros, which leave of a checksum nothing but itself: more than can be computed one by one.
TEST(Crc32c, OfTheProcessorIsPutTogetherWithVeryMany) {
  if (!processor_has_crc32c()) return;
  constexpr size_t kHalf = size_t{1} << 40;
  const uint32_t once = processor_crc32c_of_both(0x12345678, 0, kHalf);
  EXPECT_EQ(processor_crc32c_of_both(once, 0, kHalf),
            processor_crc32c_of_both(0x12345678, 0, 2 * kHalf));
  EXPECT_EQ(processor_crc32c_of_both(once, 0, 5),
            processor_crc32c_of_both(0x12345678, 0, kHalf + 5));
}

}  // namespace
}  // namespace keemun::rocks
