#include "base/crc64.h"

#include <array>

namespace keemun {
namespace {

// What a byte does to a remainder whose lowest byte it meets.
constexpr std::array<uint64_t, 256> make_table() {
  constexpr uint64_t kPolynomialReflected = 0x95ac9329ac4bc9b5;
  std::array<uint64_t, 256> table{};
  for (uint64_t byte = 0; byte < table.size(); ++byte) {
    uint64_t remainder = byte;
    for (int bit = 0; bit < 8; ++bit) {
      remainder = remainder >> 1 ^ ((remainder & 1) != 0 ? kPolynomialReflected : 0);
    }
    table[byte] = remainder;
  }
  return table;
}

constexpr std::array<uint64_t, 256> kTable = make_table();

}  // namespace

uint64_t crc64(BytesView bytes) {
  uint64_t remainder = 0;
  for (const char byte : bytes) {
    remainder = remainder >> 8 ^ kTable[(remainder ^ static_cast<unsigned char>(byte)) & 0xff];
  }
  return remainder;
}

}  // namespace keemun
