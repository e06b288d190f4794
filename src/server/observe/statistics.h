// What a server counts, as INFO shows it. CONFIG RESETSTAT starts again from nothing.
#pragma once

#include <cstdint>
#include <map>
#include <unordered_map>
#include <utility>

#include "base/bytes.h"
#include "commands/table/table.h"
#include "keyspace/keyspace.h"
#include "server/observe/latency_histogram.h"

namespace keemun::server {

struct CommandStatistics {
  int64_t calls = 0;
  int64_t microseconds = 0;
  int64_t rejected = 0;  // before they ran: arity, authentication; no calls
  int64_t failed = 0;
  LatencyHistogram latencies;  // while latency-tracking is on
};

// How fast a total grows, of the last seconds.
class Rate {
 public:
  // Ten times a second.
  void sample(int64_t total) {
    constexpr double kPerSecond = 10;
    constexpr double kNewShare = 1.0 / 16;
    const double now = static_cast<double>(total - std::exchange(total_, total)) * kPerSecond;
    per_second_ += (now - per_second_) * kNewShare;
  }
  double per_second() const { return per_second_; }

 private:
  int64_t total_ = 0;
  double per_second_ = 0;
};

struct Statistics {
  int64_t connections_received = 0;
  int64_t connections_rejected = 0;
  int64_t commands_processed = 0;
  int64_t bytes_in = 0;
  int64_t bytes_out = 0;
  int64_t reads = 0;  // from sockets
  int64_t writes = 0;
  int64_t shared_reads = 0;  // that several threads did together
  int64_t shared_writes = 0;
  int64_t parallel_reads = 0;  // requests that were answered beside others
  int64_t errors = 0;
  int64_t expired_keys = 0;
  keyspace::Lookups lookups;
  int64_t turns = 0;
  int64_t deferred_reads = 0;         // requests held back, for what they read was not in memory
  int64_t deferred_upkeep_reads = 0;  // the same of what the server does by itself
  int64_t long_requests = 0;          // that let others come in between
  int64_t failed_turns = 0;
  std::unordered_map<const commands::Command*, CommandStatistics> commands;
  std::map<Bytes, int64_t> errors_by_code;  // "ERR", "WRONGTYPE"

  void add(const keyspace::Lookups& more) {
    lookups.hits += more.hits;
    lookups.misses += more.misses;
  }

  Rate command_rate;
  Rate in_rate;
  Rate out_rate;
};

}  // namespace keemun::server
