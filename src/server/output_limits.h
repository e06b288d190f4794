// How much a client may leave untaken before it is closed: client-output-buffer-limit.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/bytes.h"
#include "server/client.h"
#include "server/settings.h"
#include "server/state.h"

namespace keemun::server {

// 0 is no limit, each of them.
struct OutputLimit {
  int64_t hard_bytes = 0;
  int64_t soft_bytes = 0;
  int64_t soft_ms = 0;

  // `over_soft_since_ms` is the client's memory of it: 0 while it is below.
  bool is_exceeded(size_t bytes, int64_t now_ms, int64_t& over_soft_since_ms) const;
};

// Of the class "normal" or "pubsub".
OutputLimit output_limit_of(const Settings& settings, BytesView client_class);

// By the client's class; remembers in it since when it is over the soft limit.
bool is_over_output_limit(State& state, Client& client);

}  // namespace keemun::server
