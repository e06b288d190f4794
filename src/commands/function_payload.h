// The bytes that FUNCTION DUMP answers and FUNCTION RESTORE takes: those of Redis 7.0, so that
// libraries move between it and this server.
//
//   0 …                                     last 10    last 8
//   { F5  size  text of a library }         version    checksum
//
// size: 00 and 6 bits; 01 and 14 bits, big-endian; the byte 80 and 4 bytes, 81 and 8 bytes,
// big-endian. In its place and that of the text may stand what Redis writes to save space: c0, c1
// or c2 and an integer of 1, 2 or 4 bytes, little-endian, which stands for its digits; c3, the size
// of what follows and that of the text, and the text as LZF. We write the first form only.
// version is 2 bytes, 10, little-endian; the checksum the CRC-64 of all bytes before it
// (polynomial ad93d23594c935a9, start 0, reflected), little-endian.
//
// A reader takes any bytes at all.
#pragma once

#include <vector>

#include "base/bytes.h"

namespace keemun::commands {

class FunctionPayloadWriter {
 public:
  void add(BytesView code);
  Bytes finish();

 private:
  Bytes bytes_;
};

// The texts of the libraries. Throws CommandError.
std::vector<Bytes> read_function_payload(BytesView payload);

}  // namespace keemun::commands
