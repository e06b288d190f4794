// What DUMP answers and RESTORE takes: content, how RDB files of that time are written, a checksum.
//
//   content ........ | version | checksum
//                         2         8
//
// Both little-endian; the checksum is the CRC-64 of all bytes before it.
#pragma once

#include <optional>

#include "base/bytes.h"

namespace keemun::rdb {

Bytes sealed(Bytes content);

// The content; none where the version is not known or the checksum is another.
std::optional<BytesView> opened(BytesView payload);

}  // namespace keemun::rdb
