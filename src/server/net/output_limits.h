// How much a client may leave untaken before it is closed: client-output-buffer-limit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "base/bytes.h"
#include "resp/reply.h"
#include "server/config/settings.h"

namespace keemun::server {

struct Client;
struct State;

// 0 is no limit, each of them.
struct OutputLimit {
  int64_t hard_bytes = 0;
  int64_t soft_bytes = 0;
  int64_t soft_seconds = 0;

  // `over_soft_since_ms` is the client's memory of it: 0 while it is below. Redis counts seconds as
  // its clock shows them, and closes when they are more: up to one later than it says, never
  // before.
  bool is_exceeded(size_t bytes, int64_t now_ms, int64_t& over_soft_since_ms) const;
};

// By class.
struct OutputLimits {
  explicit OutputLimits(const Settings& settings);

  OutputLimit normal;
  OutputLimit pubsub;
};

// What may be owed to it; none where there is no limit.
std::optional<size_t> hard_output_limit(const State& state, const Client& client);
// What is more is not even sent: a client that takes it at once does not see it either.
bool is_over_hard_output_limit(const State& state, const Client& client);
// Of what it has not taken; remembers in it since when it is over the soft limit.
bool is_over_output_limit(State& state, Client& client);
void close_for_its_output(State& state, Client& client);
// Says what nobody asked for. Who has too much of it untaken is closed at once, not at the end of
// the request that says it.
void tell(State& state, Client& client, const resp::Reply& news);

}  // namespace keemun::server
