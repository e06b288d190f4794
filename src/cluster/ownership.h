// Which shares of the keys one process holds, and what it has seen of the others: a state machine
// that is told what was read and written, and when. It asks nobody.
//
//                  took            let_go
//      foreign ----------> held ----------> leaving
//         ^                 |                  |
//         +------ lost -----+------------------+
//
// A share is two rows (format/store_records.h): its owner, which changes with every change of
// hands, and the owner's beat. Who takes a share, beats or lets go expects both as it has seen
// them, so of two that try one succeeds; what the owner writes elsewhere expects the owner row, so
// nobody writes after another has taken over.
//
// Reads need time as well. An owner relies on its share for `lease_ms` from before it sent the last
// beat that was confirmed; whoever wants the share waits until it has seen the same two rows for
// longer than that, by its own steady clock. No clock is compared with another's.
//
// Each beat also names a horizon: the latest time of day that commands of the owner go by until the
// next one. The next owner begins no earlier, so that what was seen to expire stays expired.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/bytes.h"

namespace keemun::cluster {

// What the two rows of a share hold; both are absent where nobody has ever had it.
struct ShareRows {
  std::optional<Bytes> owner;
  std::optional<Bytes> beat;

  friend bool operator==(const ShareRows&, const ShareRows&) = default;
};

class Ownership {
 public:
  Ownership(size_t share_count, int64_t lease_ms) : lease_ms_(lease_ms), shares_(share_count) {}

  // Rows that were read; `elapsed_ms` after the answer. Ours are lost if they name another owner.
  void saw(size_t share, ShareRows rows, int64_t elapsed_ms);
  // Rows that were written: `elapsed_ms` before they were sent.
  void wrote(size_t share, ShareRows rows, int64_t elapsed_ms);
  void took(size_t share, ShareRows rows, int64_t elapsed_ms);
  // No command enters any more; it is ours until its rows say that it is left.
  void let_go(size_t share) { shares_[share].is_leaving = shares_[share].epoch != 0; }
  void lost(size_t share);

  const ShareRows& rows(size_t share) const { return shares_[share].rows; }
  // 0 where the share is not ours.
  int64_t epoch(size_t share) const { return shares_[share].epoch; }
  bool is_leaving(size_t share) const { return shares_[share].is_leaving; }
  // What was read or written in this epoch is true still.
  bool is_ours(size_t share, int64_t epoch, int64_t elapsed_ms) const;
  // A command that goes by this time may begin.
  bool may_enter(size_t share, int64_t elapsed_ms, int64_t now_ms) const;
  // A third of the lease is over, or commands want a later time than the last beat allows.
  bool wants_beat(size_t share, int64_t elapsed_ms, int64_t now_ms) const;
  // Nobody relies on it: never owned, let go, or silent for longer than any lease.
  bool is_free(size_t share, int64_t elapsed_ms) const;
  // It has been let go, or was never owned.
  bool is_left(size_t share) const;
  // For how long the rows have been what they are.
  int64_t unchanged_ms(size_t share, int64_t elapsed_ms) const {
    return elapsed_ms - shares_[share].seen_since_ms;
  }

 private:
  struct Share {
    ShareRows rows;
    bool is_known = false;  // the rows were read
    int64_t seen_since_ms = 0;
    int64_t epoch = 0;  // ours; 0: it is not
    bool is_leaving = false;
    int64_t beat_at_ms = 0;  // when the last beat that was confirmed was sent
    int64_t horizon_ms = 0;  // that it names
  };

  const int64_t lease_ms_;
  std::vector<Share> shares_;
};

}  // namespace keemun::cluster
