// Writes lengths and strings as rdb/reader.h reads them, in the bytes that Redis writes.
#pragma once

#include <cstdint>

#include "base/bytes.h"

namespace keemun::rdb {

void append_length(Bytes& out, uint64_t length);

// The text of an integer as the integer; what LZF makes shorter by four bytes compressed.
void append_string(Bytes& out, BytesView text);

}  // namespace keemun::rdb
