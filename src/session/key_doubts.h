// Keys that no command may touch for a while, because a write to them had no answer and may still
// happen: it was computed from what the key held then, so whatever came in between would be lost,
// or half of it. Where the store's writes are never late nothing is ever in doubt.
//
// A process that begins doubts every key, for its predecessor may have left such writes behind.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <utility>

#include "base/bytes.h"
#include "keyspace/key_turns.h"
#include "ports/doubts.h"
#include "ports/kv_store.h"
#include "session/gate_keys.h"
#include "session/key_gates.h"

namespace keemun::session {

class KeyDoubts {
 public:
  KeyDoubts(const ports::Capabilities& capabilities, int64_t now_ms);

  // Throws what a command on such a key answers, one that only reads too: it could see the write
  // happen between two of its calls, or after the key has expired.
  void check(const GateKeys& keys, int64_t now_ms);
  void add(const GateKeys& keys, int64_t now_ms);
  bool holds(BytesView key, int64_t now_ms) {
    return now_ms < any_until_ms_ && doubts_.holds(key, now_ms);
  }

 private:
  const int64_t late_write_ms_;
  int64_t any_until_ms_ = 0;  // from then on nothing is in doubt
  ports::Doubts doubts_;
};

// The turns of a process that owns all keys: waits at the gates, leaves out what is in doubt, and
// doubts what was written without an answer.
class KeyTurnsOfProcess final : public keyspace::KeyTurns {
 public:
  // Given to the work is what is not in doubt at the time that `now_ms` tells.
  KeyTurnsOfProcess(KeyGates& gates, KeyDoubts& doubts, std::function<int64_t()> now_ms)
      : gates_(gates), doubts_(doubts), now_ms_(std::move(now_ms)) {}

  void in_turn(std::span<const BytesView> keys, const Work& work) override;

 private:
  KeyGates& gates_;
  KeyDoubts& doubts_;
  const std::function<int64_t()> now_ms_;
};

}  // namespace keemun::session
