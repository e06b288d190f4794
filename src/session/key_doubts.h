// Keys that no command may touch for a while, because a write to them had no answer and may still
// happen: it was computed from what the key held then, so whatever came in between would be lost,
// or half of it. Where the store's writes are never late nothing is ever in doubt.
//
// A process that begins doubts every key, for its predecessor may have left such writes behind.
#pragma once

#include <cstdint>

#include "base/bytes.h"
#include "ports/doubts.h"
#include "ports/kv_store.h"
#include "session/gate_keys.h"

namespace keemun::session {

class KeyDoubts {
 public:
  KeyDoubts(const ports::Capabilities& capabilities, int64_t now_ms);

  // A command on such keys is refused, one that only reads too: it could see the write happen
  // between two of its calls, or after the key has expired.
  bool hold_any_of(const GateKeys& keys, int64_t now_ms);
  static constexpr BytesView kRefusal =
      "TRYAGAIN an earlier write had no answer and may still happen";
  void add(const GateKeys& keys, int64_t now_ms);
  bool holds(BytesView key, int64_t now_ms) {
    return now_ms < any_until_ms_ && doubts_.holds(key, now_ms);
  }

 private:
  const int64_t late_write_ms_;
  int64_t any_until_ms_ = 0;  // from then on nothing is in doubt
  ports::Doubts doubts_;
};

}  // namespace keemun::session
