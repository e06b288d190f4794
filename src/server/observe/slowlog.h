// The last commands that took longer than somebody wants to hear of.
#pragma once

#include <cstdint>
#include <deque>
#include <span>
#include <vector>

#include "base/bytes.h"

namespace keemun::server {

class Slowlog {
 public:
  struct Entry {
    int64_t id = 0;
    int64_t time_s = 0;
    int64_t microseconds = 0;
    std::vector<Bytes> args;  // shortened, as Redis shortens them
    Bytes address;
    Bytes client_name;
  };

  void add(Entry entry, std::span<const BytesView> args, size_t entries_max);
  void clear() { entries_.clear(); }
  // Newest first.
  const std::deque<Entry>& entries() const { return entries_; }

 private:
  std::deque<Entry> entries_;
  int64_t next_id_ = 0;
};

}  // namespace keemun::server
