// What a server counts, as INFO shows it. CONFIG RESETSTAT starts again from nothing.
#pragma once

#include <cstdint>
#include <map>
#include <unordered_map>

#include "base/bytes.h"
#include "commands/table.h"
#include "server/latency_histogram.h"

namespace keemun::server {

struct CommandStatistics {
  int64_t calls = 0;
  int64_t microseconds = 0;
  int64_t rejected = 0;  // before they ran: arity, authentication; no calls
  int64_t failed = 0;
  LatencyHistogram latencies;  // while latency-tracking is on
};

struct Statistics {
  int64_t connections_received = 0;
  int64_t connections_rejected = 0;
  int64_t commands_processed = 0;
  int64_t bytes_in = 0;
  int64_t bytes_out = 0;
  int64_t shared_reads = 0;  // that several threads did together
  int64_t shared_writes = 0;
  int64_t errors = 0;
  int64_t expired_keys = 0;
  int64_t turns = 0;
  int64_t deferred_reads = 0;  // requests broken off, for what they read was not in memory
  int64_t failed_turns = 0;
  std::unordered_map<const commands::Command*, CommandStatistics> commands;
  std::map<Bytes, int64_t> errors_by_code;  // "ERR", "WRONGTYPE"

  // The rate of commands over the last seconds, sampled ten times a second.
  int64_t commands_per_second = 0;
};

}  // namespace keemun::server
