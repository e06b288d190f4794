#include "server/observe/latency_monitor.h"

#include <algorithm>

namespace keemun::server {

void LatencyMonitor::add(BytesView name, const Sample& sample) {
  constexpr size_t kSamplesMax = 160;
  auto found = events_.find(name);
  if (found == events_.end()) found = events_.emplace(Bytes(name), Event{}).first;
  Event& event = found->second;
  event.most_milliseconds = std::max(event.most_milliseconds, sample.milliseconds);
  auto& samples = event.samples;
  if (!samples.empty() && samples.back().time_s == sample.time_s) {
    samples.back().milliseconds = std::max(samples.back().milliseconds, sample.milliseconds);
    return;
  }
  samples.push_back(sample);
  if (samples.size() > kSamplesMax) samples.pop_front();
}

bool LatencyMonitor::forget(BytesView name) {
  const auto found = events_.find(name);
  if (found == events_.end()) return false;
  events_.erase(found);
  return true;
}

}  // namespace keemun::server
