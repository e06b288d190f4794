// CRC-32C, which RocksDB's log and the heads of its files are checked by, as processors compute it
// themselves: eight bytes with one instruction.
#pragma once

#include <cstdint>

#include "base/bytes.h"

namespace keemun::rocks {

bool processor_has_crc32c();
// The checksum of what `crc` is that of, and of these bytes behind it. On a processor that has it.
uint32_t processor_crc32c(uint32_t crc, BytesView bytes);

}  // namespace keemun::rocks
