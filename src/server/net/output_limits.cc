#include "server/net/output_limits.h"

#include <algorithm>

#include "base/check.h"
#include "base/number_text.h"
#include "server/access/access.h"
#include "server/client.h"
#include "server/config/options.h"
#include "server/state.h"

namespace keemun::server {

bool OutputLimit::is_exceeded(size_t bytes, int64_t now_ms, int64_t& over_soft_since_ms) const {
  constexpr int64_t kMsPerSecond = 1000;
  const auto size = static_cast<int64_t>(bytes);
  if (hard_bytes != 0 && size >= hard_bytes) return true;
  if (soft_bytes == 0 || size < soft_bytes) {
    over_soft_since_ms = 0;
    return false;
  }
  if (over_soft_since_ms == 0) over_soft_since_ms = now_ms;
  return now_ms / kMsPerSecond - over_soft_since_ms / kMsPerSecond > soft_seconds;
}

namespace {

OutputLimit limit_of(const Settings& settings, BytesView client_class) {
  const std::vector<Bytes>& words = settings.client_output_buffer_limit;
  const auto at = std::find(words.begin(), words.end(), client_class);
  CHECK(words.end() - at >= 4);
  const auto bytes = [](const Bytes& text) { return static_cast<int64_t>(parse_memory(text)); };
  return {bytes(at[1]), bytes(at[2]), parse_int64(at[3]).value_or(0)};
}

// Who has not logged in may leave untaken what fills Redis' first buffer, and 1,024 bytes more.
constexpr OutputLimit kOfStrangers = {.hard_bytes = 17 * 1024};

const OutputLimit& limit_of(const State& state, const Client& client) {
  if (must_log_in(state, client)) return kOfStrangers;
  return client.is_subscribed() ? state.output_limits.pubsub : state.output_limits.normal;
}

}  // namespace

OutputLimits::OutputLimits(const Settings& settings)
    : normal(limit_of(settings, "normal")), pubsub(limit_of(settings, "pubsub")) {}

std::optional<size_t> hard_output_limit(const State& state, const Client& client) {
  const int64_t hard_bytes = limit_of(state, client).hard_bytes;
  return hard_bytes != 0 ? std::optional(static_cast<size_t>(hard_bytes)) : std::nullopt;
}

bool is_over_hard_output_limit(const State& state, const Client& client) {
  const std::optional<size_t> limit = hard_output_limit(state, client);
  return limit && client.output.size() >= *limit;
}

bool is_over_output_limit(State& state, Client& client) {
  if (client.output.empty()) {  // nearly always: neither limits nor clock need be read
    client.over_soft_limit_since_ms = 0;
    return false;
  }
  return limit_of(state, client)
      .is_exceeded(client.output.size(), state.now_ms(), client.over_soft_limit_since_ms);
}

void close_for_its_output(State& state, Client& client) {
  state.log.warning("Client closed for overcoming of output buffer limits: " + client.address);
  state.drop(client);
}

void tell(State& state, Client& client, const resp::Reply& news) {
  if (client.closes_after_output) return;
  client.send_news(news);
  state.touch(client);
  if (is_over_hard_output_limit(state, client)) close_for_its_output(state, client);
}

}  // namespace keemun::server
