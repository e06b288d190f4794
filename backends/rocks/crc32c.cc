#include "rocks/crc32c.h"

#if defined(__x86_64__)
#include <nmmintrin.h>
#endif

#include <cstddef>
#include <cstring>

#include "base/check.h"

namespace keemun::rocks {

#if defined(__x86_64__)

bool processor_has_crc32c() {
  return __builtin_cpu_supports("sse4.2") != 0;
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

#else

bool processor_has_crc32c() {
  return false;
}

uint32_t processor_crc32c(uint32_t, BytesView) {
  CHECK(false);
}

#endif

}  // namespace keemun::rocks
