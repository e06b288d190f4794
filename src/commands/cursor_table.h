// The cursors of SCAN, HSCAN, SSCAN and ZSCAN. A client holds a number; behind it stands a position
// in the order of keys or members, which may be of any length.
//
// Bounded, in number and in bytes: the newest positions push the oldest out. The newest one stays
// however long it is, so that a lone iteration gets to its end. A cursor whose position is gone,
// pushed out or from before a restart, is refused, since going on from anywhere else would miss
// elements; one greater than all that were given has nothing behind it. A position is only a place
// to go on from: it is valid whatever happened to the keys in between, so an iteration meets every
// element that stays there throughout.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/bytes.h"

namespace keemun::commands {

class CursorTable {
 public:
  static constexpr size_t kPositionsMax = 16384;
  static constexpr size_t kPositionsBytesMax = 16 << 20;

  // Cursors are greater than `start`; whoever makes the table sees to it that no earlier process
  // gave greater ones.
  explicit CursorTable(uint64_t start) : gone_(start), last_(start) {}

  // Never 0, which means both the start and the end of an iteration.
  uint64_t add(Bytes position);

  enum class Answer : uint8_t { kFound, kGone, kNeverGiven };
  struct Found {
    Answer answer = Answer::kNeverGiven;
    const Bytes* position = nullptr;  // of kFound; valid until the next add()
  };
  Found find(uint64_t cursor) const;

 private:
  Bytes& place_of(uint64_t cursor) { return ring_[cursor % kPositionsMax]; }
  bool is_full() const;
  void give_back_oldest();

  std::vector<Bytes> ring_;  // the position of cursor c stands at c % kPositionsMax
  size_t byte_count_ = 0;    // of all positions
  uint64_t gone_;            // no cursor up to this one has a position
  uint64_t last_;
};

}  // namespace keemun::commands
