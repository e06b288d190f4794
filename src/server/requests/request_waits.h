// Requests that wait for their keys: kept until one of the keys has something, and answered then;
// or when their time is over, or somebody ends the wait.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "base/bytes.h"
#include "commands/table/table.h"
#include "server/client.h"
#include "server/state.h"

namespace keemun::server {

class RequestWaits {
 public:
  // The state outlives it.
  explicit RequestWaits(State& state) : state_(state) {}

  // The client waits from now on; `in_vain` is what it is told when its time is over.
  void begin(Client& client, const commands::Command& command, std::span<const BytesView> args,
             resp::Reply in_vain, session::Waiting waiting);

  // Runs again what waits for keys that have changed. Before each, `begins` hears whose it is.
  void serve(const std::function<void(uint64_t client)>& begins);
  // Ends the wait of those whose time is over.
  void end_overdue();

 private:
  // What is told of an end that somebody brought about.
  struct End {
    std::chrono::nanoseconds took{};
    bool failed = false;
  };
  void record(Client& client, const End& end);
  void answer(Client& client, const resp::Reply& reply);
  bool serve_one(Client& client, const Bytes& key);

  // News of a key that nobody could be served from yet, for a request that rests.
  struct News {
    size_t database = 0;
    Bytes key;
    commands::Group group;
  };

  State& state_;
  std::vector<News> put_off_;
};

}  // namespace keemun::server
