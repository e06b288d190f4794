// What took longer than somebody wants to hear of, and when: of each kind of event its worst of a
// second, for the last seconds that had one.
#pragma once

#include <cstdint>
#include <deque>
#include <map>

#include "base/bytes.h"

namespace keemun::server {

class LatencyMonitor {
 public:
  struct Sample {
    int64_t time_s = 0;
    int64_t milliseconds = 0;
  };
  struct Event {
    std::deque<Sample> samples;  // the oldest first, never empty
    int64_t most_milliseconds = 0;
  };

  void add(BytesView event, const Sample& sample);
  // False where there is no such event.
  bool forget(BytesView event);

  const std::map<Bytes, Event, std::less<>>& events() const { return events_; }

 private:
  std::map<Bytes, Event, std::less<>> events_;
};

}  // namespace keemun::server
