// RocksDB's checksums by the processor's own instruction. Debian builds the library for processors
// that have none, and by tables they take a fifth of the time to write values of 100,000 bytes.
// The linker puts this before the library's function (--wrap, see CMakeLists.txt).

#include <cstddef>
#include <cstdint>

#include "rocks/crc32c.h"

// rocksdb::crc32c::Extend(uint32_t, const char*, size_t).
extern "C" uint32_t __real__ZN7rocksdb6crc32c6ExtendEjPKcm(uint32_t crc, const char* bytes,
                                                           size_t count);
extern "C" uint32_t __wrap__ZN7rocksdb6crc32c6ExtendEjPKcm(uint32_t crc, const char* bytes,
                                                           size_t count);

uint32_t __wrap__ZN7rocksdb6crc32c6ExtendEjPKcm(uint32_t crc, const char* bytes, size_t count) {
  static const bool has_instruction = keemun::rocks::processor_has_crc32c();
  return has_instruction ? keemun::rocks::processor_crc32c(crc, {bytes, count})
                         : __real__ZN7rocksdb6crc32c6ExtendEjPKcm(crc, bytes, count);
}
