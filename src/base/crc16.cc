#include "base/crc16.h"

#include <array>

namespace keemun {
namespace {

// What a byte does to a remainder whose upper half it meets.
constexpr std::array<uint16_t, 256> make_table() {
  constexpr unsigned kPolynomial = 0x1021;
  std::array<uint16_t, 256> table{};
  for (unsigned byte = 0; byte < table.size(); ++byte) {
    unsigned remainder = byte << 8;
    for (int bit = 0; bit < 8; ++bit) {
      remainder = (remainder & 0x8000) != 0 ? (remainder << 1) ^ kPolynomial : remainder << 1;
    }
    table[byte] = static_cast<uint16_t>(remainder);
  }
  return table;
}

constexpr std::array<uint16_t, 256> kTable = make_table();

}  // namespace

uint16_t crc16(BytesView bytes) {
  unsigned remainder = 0;
  for (const char byte : bytes) {
    const unsigned index = ((remainder >> 8) ^ static_cast<unsigned char>(byte)) & 0xff;
    remainder = ((remainder << 8) ^ kTable[index]) & 0xffff;
  }
  return static_cast<uint16_t>(remainder);
}

BytesView hash_tag(BytesView key) {
  const size_t open = key.find('{');
  if (open == BytesView::npos) return key;
  const size_t close = key.find('}', open + 1);
  if (close == BytesView::npos || close == open + 1) return key;
  return key.substr(open + 1, close - open - 1);
}

uint16_t key_slot(BytesView key) {
  return static_cast<uint16_t>(crc16(hash_tag(key)) % kSlotCount);
}

}  // namespace keemun
