// Whether a range that was erased, and under which there is still much on the disk, is to be named
// to the engine once more. What is named is compacted a level or so farther down, which may take
// minutes; and what has been written there since is as much to see as what was erased: so naming it
// ends where it has had no effect for some times.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <limits>

namespace keemun::rocks {

class RangeLooks {
 public:
  enum class Next : uint8_t { kForget, kWait, kName };

  // So much is there now.
  Next look(uint64_t bytes, bool is_compacting) {
    constexpr uint64_t kMuchBytes = uint64_t{8} << 20;
    if (bytes < kMuchBytes) return Next::kForget;
    // It need not be this range, where much is written.
    if (is_compacting && in_vain_ > 0 && waits_ < kInVainMax) {
      ++waits_;
      return Next::kWait;
    }
    waits_ = 0;
    constexpr uint64_t kWorthIt = 16;  // parts, of which one at least has gone
    if (bytes <= bytes_ - bytes_ / kWorthIt) in_vain_ = 0;
    bytes_ = std::min(bytes_, bytes);
    return in_vain_++ < kInVainMax ? Next::kName : Next::kForget;
  }
  // Until the next one.
  std::chrono::milliseconds interval() const {
    constexpr std::chrono::milliseconds kFirst{1000};
    return kFirst * (1 << std::min(in_vain_ + waits_, kInVainMax));
  }

 private:
  static constexpr int kInVainMax = 6;

  uint64_t bytes_ = std::numeric_limits<uint64_t>::max();
  int in_vain_ = 0;  // named in a row, and nothing went
  int waits_ = 0;    // in a row, for what is under way
};

}  // namespace keemun::rocks
