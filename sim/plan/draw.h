// Chance that depends on nothing but its coordinates: draw n of a stream of an event is
// hash(seed, event, stream, n). Leaving out an event, or drawing more from one stream, leaves all
// other draws as they were.
//
// One draw in an expression whose order is not said by the language: else a seed means another plan
// to another compiler.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/check.h"
#include "base/hash.h"

namespace keemun::plan {

enum class Stream : uint64_t { kSwarm = 1, kWorkload, kSchedule, kFault, kProduct };

class Draw {
 public:
  Draw(uint64_t seed, uint64_t event_id, Stream stream)
      : sequence_(hash_draw(seed, event_id, static_cast<uint64_t>(stream))) {}

  uint64_t next() { return sequence_.next(); }

  // Any of 0 … bound − 1; `bound` is small, so that the bias of the remainder does not show.
  size_t below(size_t bound) {
    DCHECK(bound > 0);
    return static_cast<size_t>(next() % bound);
  }
  int64_t between(int64_t low, int64_t high) {
    return low + static_cast<int64_t>(below(static_cast<size_t>(high - low) + 1));
  }
  bool percent(size_t chance) { return below(100) < chance; }

  template <typename T, size_t extent>
  const T& pick(std::span<const T, extent> items) {
    return items[below(items.size())];
  }
  template <typename T, size_t size>
  const T& pick(const T (&items)[size]) {
    return items[below(size)];
  }

 private:
  DrawSequence sequence_;
};

}  // namespace keemun::plan
