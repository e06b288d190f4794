// CRC-32C, which RocksDB's log and the heads of its files are checked by, as processors compute it
// themselves: eight bytes with one instruction. Two are put together by multiplying polynomials,
// for which there is one, too.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/bytes.h"

namespace keemun::rocks {

bool processor_has_crc32c();
// The checksum of what `crc` is that of, and of these bytes behind it. On a processor that has it.
uint32_t processor_crc32c(uint32_t crc, BytesView bytes);
// That of some bytes and of `count` others behind them, from those of each. On such a processor.
uint32_t processor_crc32c_of_both(uint32_t first, uint32_t second, size_t count);

}  // namespace keemun::rocks
