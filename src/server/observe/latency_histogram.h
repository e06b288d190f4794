// How long the calls of a command took: counts of nanoseconds in buckets less than a hundredth
// wide, up to a second and what is beyond it.
#pragma once

#include <cstdint>
#include <vector>

namespace keemun::server {

class LatencyHistogram {
 public:
  void add(int64_t nanoseconds);

  int64_t count() const { return count_; }
  // The least time, as its bucket knows it, that so many percent of the calls did not exceed.
  int64_t percentile(double percent) const;

  // How many calls took no longer than about a microsecond, two, four and so on: of the steps that
  // add calls, as LATENCY HISTOGRAM tells them.
  struct Step {
    int64_t microseconds;
    int64_t count;
  };
  std::vector<Step> steps() const;

 private:
  std::vector<uint64_t> buckets_;  // none before the first call
  int64_t count_ = 0;
};

}  // namespace keemun::server
