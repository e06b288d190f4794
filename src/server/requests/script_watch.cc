#include "server/requests/script_watch.h"

#include <algorithm>

#include "base/number_text.h"

namespace keemun::server {

bool ScriptWatch::must_end(const session::Extension::RunningScript& running,
                           const Request& request) {
  constexpr auto kScriptTimeMin = std::chrono::milliseconds(1);
  const auto now = Clock::now();
  if (must_end_with_the_server(request, now)) return true;
  const int64_t threshold_ms = state_.settings.busy_reply_threshold_ms;
  // Not as durations: the largest threshold is more nanoseconds than there are numbers.
  const auto took = std::chrono::duration_cast<std::chrono::milliseconds>(now - request.began);
  if (threshold_ms <= 0 || took.count() < threshold_ms) return false;
  LongScript& script = state_.long_script;
  if (script.client == 0) tell_that_it_is_long(running, request);
  if (now < hears_again_at_) return script.must_end;
  beside_.hear_others();
  // The script goes on for as long as they took: however many they are, it comes to its end.
  const auto heard = Clock::now();
  hears_again_at_ = heard + std::max<std::chrono::nanoseconds>(heard - now, kScriptTimeMin);
  return script.must_end || state_.shutdown_reason;
}

// Whoever ends the server waits no longer for a script than this.
bool ScriptWatch::must_end_with_the_server(const Request& request, Clock::time_point now) {
  constexpr auto kScriptTimeAtLeast = std::chrono::seconds(1);
  constexpr auto kPeriod = std::chrono::milliseconds(50);
  if (now - request.began < kScriptTimeAtLeast) return false;
  if (now >= looks_again_at_) {
    beside_.look_for_the_end();
    looks_again_at_ = now + kPeriod;
  }
  return state_.shutdown_reason.has_value();
}

void ScriptWatch::tell_that_it_is_long(const session::Extension::RunningScript& running,
                                       const Request& request) {
  const BytesView kind = running.function.empty() ? "SCRIPT" : "FUNCTION";
  state_.log.warning("A script has run for " +
                     format_int64(state_.settings.busy_reply_threshold_ms) + " ms. " + Bytes(kind) +
                     " KILL ends it, and nothing that it wrote is kept.");
  LongScript& script = state_.long_script;
  script.client = request.client;
  script.function = running.function;
  script.words = {running.words.begin(), running.words.end()};
  script.began = request.script_began;
}

}  // namespace keemun::server
