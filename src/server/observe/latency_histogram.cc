#include "server/observe/latency_histogram.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace keemun::server {

namespace {

constexpr uint64_t kNsMax = 1'000'000'000;
constexpr uint64_t kNsEnd = (uint64_t{1} << std::bit_width(kNsMax)) - 1;
constexpr int kDoublingBits = 7;  // each doubling has 128 buckets
constexpr uint64_t kDoublingBuckets = uint64_t{1} << kDoublingBits;
constexpr int64_t kNsPerUs = 1000;

// How many bits of a time its bucket does not know. Times below two doublings are known exactly.
constexpr int blurred_bits(uint64_t ns) {
  return std::max(static_cast<int>(std::bit_width(ns)) - kDoublingBits - 1, 0);
}

constexpr size_t bucket_of(uint64_t ns) {
  const int blurred = blurred_bits(ns);
  return static_cast<size_t>(blurred) * kDoublingBuckets + (ns >> blurred);
}

constexpr size_t kBucketCount = bucket_of(kNsMax) + 1;

// The longest time that a bucket stands for.
constexpr int64_t end_of(size_t bucket) {
  if (bucket < 2 * kDoublingBuckets) return static_cast<int64_t>(bucket);
  const size_t blurred = bucket / kDoublingBuckets - 1;
  const uint64_t head = bucket - blurred * kDoublingBuckets;
  return static_cast<int64_t>(((head + 1) << blurred) - 1);
}

}  // namespace

void LatencyHistogram::add(int64_t nanoseconds) {
  if (buckets_.empty()) buckets_.resize(kBucketCount);
  const uint64_t ns = nanoseconds < 0 ? 0 : static_cast<uint64_t>(nanoseconds);
  ++buckets_[bucket_of(std::min(ns, kNsMax))];
  ++count_;
}

int64_t LatencyHistogram::percentile(double percent) const {
  const double share = std::clamp(percent, 0.0, 100.0) / 100;
  const auto wanted = std::max<int64_t>(1, std::llround(share * static_cast<double>(count_)));
  int64_t seen = 0;
  for (size_t i = 0; i < buckets_.size(); ++i) {
    seen += static_cast<int64_t>(buckets_[i]);
    if (seen >= wanted) return end_of(i);
  }
  return 0;
}

std::vector<LatencyHistogram::Step> LatencyHistogram::steps() const {
  constexpr uint64_t kFirstBoundNs = 1024;
  std::vector<Step> steps;
  int64_t seen = 0;
  size_t next = 0;
  for (uint64_t bound = kFirstBoundNs; seen < count_; bound *= 2) {
    // What is beyond a second counts as one: the last step ends with its doubling.
    const size_t last = std::min(bucket_of(bound), bucket_of(kNsEnd));
    const int64_t seen_before = seen;
    for (; next <= last && next < kBucketCount; ++next)
      seen += static_cast<int64_t>(buckets_[next]);
    if (seen > seen_before) steps.push_back({end_of(last) / kNsPerUs, seen});
  }
  return steps;
}

}  // namespace keemun::server
