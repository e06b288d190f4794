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

}  // namespace
}  // namespace keemun::rocks
