// Watches the script that runs. Once it has run for longer than busy-reply-threshold, others are
// heard beside it and told so, and it ends when somebody kills it. Any script ends with the server.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <utility>

#include "server/state.h"
#include "session/extension.h"

namespace keemun::server {

class ScriptWatch {
  using Clock = std::chrono::steady_clock;

 public:
  // `look_for_the_end` says by shutdown_reason whether the server is to end.
  struct Beside {
    std::function<void()> hear_others;
    std::function<void()> look_for_the_end;
  };
  // Whose request the script runs in, when that began, and when the script did.
  struct Request {
    uint64_t client = 0;
    Clock::time_point began;
    Clock::time_point script_began;
  };

  // The state outlives it.
  ScriptWatch(State& state, Beside beside) : state_(state), beside_(std::move(beside)) {}

  // Asked again and again while it runs.
  bool must_end(const session::Extension::RunningScript& running, const Request& request);

 private:
  bool must_end_with_the_server(const Request& request, Clock::time_point now);
  void tell_that_it_is_long(const session::Extension::RunningScript& running,
                            const Request& request);

  State& state_;
  const Beside beside_;
  Clock::time_point looks_again_at_;
  Clock::time_point hears_again_at_;
};

}  // namespace keemun::server
