#include "rocks/crc32c.h"

#if defined(__x86_64__)
#include <nmmintrin.h>
#include <wmmintrin.h>
#endif

#include <array>
#include <bit>
#include <climits>
#include <cstring>

#include "base/check.h"

namespace keemun::rocks {

#if defined(__x86_64__)

namespace {

// Polynomials over bits modulo that of CRC-32C, the highest bit of a number being that of x^0.
constexpr uint32_t kModulus = 0x82f63b78;  // but for x^32
constexpr uint32_t kOne = uint32_t{1} << 31;

constexpr uint32_t times_x(uint32_t a) {
  return (a & 1) != 0 ? a >> 1 ^ kModulus : a >> 1;
}

constexpr uint32_t divided_by_x(uint32_t a) {
  return (a & kOne) != 0 ? (a ^ kModulus) << 1 | 1 : a << 1;
}

constexpr uint32_t product(uint32_t a, uint32_t b) {
  uint32_t sum = 0;
  for (uint32_t bit = kOne; bit != 0; bit >>= 1) {
    if ((a & bit) != 0) sum ^= b;
    b = times_x(b);
  }
  return sum;
}

// What a checksum is multiplied by when 2^k bytes follow, for each k; and divided by x^32, since
// the instruction that takes the remainder of a product multiplies it by that.
constexpr auto kShifts = [] {
  std::array<uint32_t, sizeof(size_t)* CHAR_BIT> shifts = {};
  uint32_t shift = kOne;
  for (int bit = 0; bit < CHAR_BIT; ++bit) shift = times_x(shift);
  for (uint32_t& each : shifts) {
    each = shift;
    for (int bit = 0; bit < 32; ++bit) each = divided_by_x(each);
    shift = product(shift, shift);
  }
  return shifts;
}();

}  // namespace

bool processor_has_crc32c() {
  return __builtin_cpu_supports("sse4.2") != 0 && __builtin_cpu_supports("pclmul") != 0;
}

__attribute__((target("sse4.2"))) uint32_t processor_crc32c(uint32_t crc, BytesView bytes) {
  constexpr size_t kWordBytes = sizeof(uint64_t);
  uint64_t rest = ~crc;
  for (; bytes.size() >= kWordBytes; bytes.remove_prefix(kWordBytes)) {
    uint64_t word = 0;
    std::memcpy(&word, bytes.data(), kWordBytes);
    rest = _mm_crc32_u64(rest, word);
  }
  auto last = static_cast<uint32_t>(rest);
  for (const char byte : bytes) last = _mm_crc32_u8(last, static_cast<unsigned char>(byte));
  return ~last;
}

__attribute__((target("sse4.2,pclmul"))) uint32_t processor_crc32c_of_both(uint32_t first,
                                                                           uint32_t second,
                                                                           size_t count) {
  for (; count != 0; count &= count - 1) {
    const uint32_t shift = kShifts[static_cast<size_t>(std::countr_zero(count))];
    const __m128i wide =
        _mm_clmulepi64_si128(_mm_cvtsi64_si128(first), _mm_cvtsi64_si128(shift), 0);
    const auto product = static_cast<uint64_t>(_mm_cvtsi128_si64(wide)) << 1;  // x^0 at the top
    first = static_cast<uint32_t>(_mm_crc32_u64(0, product));
  }
  return first ^ second;
}

#else

bool processor_has_crc32c() {
  return false;
}

uint32_t processor_crc32c(uint32_t, BytesView) {
  CHECK(false);
}

uint32_t processor_crc32c_of_both(uint32_t, uint32_t, size_t) {
  CHECK(false);
}

#endif

}  // namespace keemun::rocks
