// The door to whoever knows which keys this process may have, where several share a store. A
// process that has the store to itself has none.
//
// A command visits the keys it names, from before its first read until its answer is settled. What
// it writes carries the expectations of its visit, so that nothing is written once the keys have
// gone to another process, however late; what it has only read is checked again before it is said.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/bytes.h"
#include "ports/write_batch.h"

namespace keemun::ports {

class KeyOwner {
 public:
  struct Visit {
    struct Stay {
      size_t share = 0;
      int64_t epoch = 0;  // in which the share is ours
      friend bool operator==(const Stay&, const Stay&) = default;
    };
    std::vector<Stay> stays;
    std::vector<WriteBatch::Expectation> expectations;
    // What the command answers where it may not touch the keys: it stays nowhere then.
    std::optional<Bytes> refusal;
  };

  virtual ~KeyOwner() = default;

  // Whether a command that goes by the time `now_ms` may touch the key.
  virtual bool has(BytesView key, int64_t now_ms) = 0;
  // Refused unless such a command may touch all of the keys; `are_all` means every key there is.
  virtual Visit enter(std::span<const BytesView> keys, bool are_all, int64_t now_ms) = 0;
  // Throws CommandError, what is answered instead, if what was read during the visit may not be so
  // any more. Nothing that was written.
  virtual void check(const Visit& visit) = 0;
  // A write of the visit was refused, for its expectations did not hold.
  virtual void note_refusal(const Visit& visit) = 0;
  // Each visit, once.
  virtual void leave(const Visit& visit) noexcept = 0;
};

}  // namespace keemun::ports
