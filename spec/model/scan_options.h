// What SCAN, HSCAN, SSCAN and ZSCAN have in common: the cursor, the options, the shape of the
// reply.
//
// The model answers a whole iteration at once, with cursor "0". Whoever plays against a server
// chains the server's pages into one reply before it is judged.
#pragma once

#include <cstdint>
#include <optional>

#include "model/call.h"

namespace keemun::model {

struct ScanOptions {
  std::optional<Bytes> pattern;
  std::optional<Bytes> type;  // SCAN only

  bool matches(BytesView name) const;
};

// "ERR invalid cursor". Redis reads the cursor before it looks for the key.
uint64_t scan_cursor(const Call& call, size_t index);

enum class ScanOf : uint8_t { kKeys, kElements };
// The options from `first` on: MATCH pattern, COUNT n and, of keys, TYPE name. Redis reads them
// after it has found the key and looked at its type.
ScanOptions scan_options(const Call& call, size_t first, ScanOf of = ScanOf::kElements);

// `items` is the whole iteration, each element `width` items wide. Where a judged reply is one page
// only (its cursor, or the one it was asked for, is not "0"), any part of them is taken over.
Reply scan_reply(const Call& call, uint64_t cursor, Reply::Items items, size_t width = 1);

}  // namespace keemun::model
