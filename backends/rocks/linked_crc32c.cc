// RocksDB's checksums by the processor's own instructions. Debian builds the library for processors
// that have none: by tables they take a fifth of the time to write values of 100,000 bytes, and
// putting that of a record's kind and that of its bytes together, by bits, is a tenth of what the
// engine does for a small commit. The linker puts these before the library's functions (--wrap, see
// CMakeLists.txt).

#include <cstddef>
#include <cstdint>

#include "rocks/crc32c.h"

namespace {

bool has_instructions() {
  static const bool has = keemun::rocks::processor_has_crc32c();
  return has;
}

}  // namespace

extern "C" {

// rocksdb::crc32c::Extend(uint32_t, const char*, size_t).
uint32_t __real__ZN7rocksdb6crc32c6ExtendEjPKcm(uint32_t crc, const char* bytes, size_t count);
uint32_t __wrap__ZN7rocksdb6crc32c6ExtendEjPKcm(uint32_t crc, const char* bytes, size_t count);

uint32_t __wrap__ZN7rocksdb6crc32c6ExtendEjPKcm(uint32_t crc, const char* bytes, size_t count) {
  return has_instructions() ? keemun::rocks::processor_crc32c(crc, {bytes, count})
                            : __real__ZN7rocksdb6crc32c6ExtendEjPKcm(crc, bytes, count);
}

// rocksdb::crc32c::Crc32cCombine(uint32_t, uint32_t, size_t).
uint32_t __real__ZN7rocksdb6crc32c13Crc32cCombineEjjm(uint32_t first, uint32_t second,
                                                      size_t count);
uint32_t __wrap__ZN7rocksdb6crc32c13Crc32cCombineEjjm(uint32_t first, uint32_t second,
                                                      size_t count);

uint32_t __wrap__ZN7rocksdb6crc32c13Crc32cCombineEjjm(uint32_t first, uint32_t second,
                                                      size_t count) {
  return has_instructions() ? keemun::rocks::processor_crc32c_of_both(first, second, count)
                            : __real__ZN7rocksdb6crc32c13Crc32cCombineEjjm(first, second, count);
}
}
