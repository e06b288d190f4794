// Requests that only read, answered beside those of other clients by the threads that share a turn,
// before it goes on with what changes something: whoever is among them begins with such requests.
//
// What they share stands still meanwhile, but for what is remembered of the store, which one at a
// time enters (keyspace/memory/turn_stores.h). Whatever is more than a reading and its answer is
// left to the one thread: what must be refused, waits for the disk or for a commit, is watched by a
// monitor or tracked, and the counting.
#pragma once

#include <chrono>
#include <span>
#include <vector>

#include "base/bytes.h"
#include "commands/table/table.h"
#include "resp/reply.h"
#include "server/state.h"

namespace keemun::server {

class ParallelReads {
 public:
  // What was answered so to one client, until it is counted.
  struct Answered {
    struct Request {
      const commands::Command* command = nullptr;
      std::chrono::nanoseconds took = {};
      bool has_failed = false;
    };
    struct Slow {
      Request request;
      std::vector<Bytes> words;
    };

    std::vector<Request> requests;
    std::vector<resp::Reply> errors;
    std::vector<Slow> slow;
    std::chrono::nanoseconds took = {};  // all of them
    bool has_begun = false;
    bool is_drained = false;  // nothing that the client has sent is left
  };

  // The state outlives it.
  explicit ParallelReads(State& state) : state_(state) {}

  // Whether there may be any now. By the thread that runs commands, like count().
  bool may_begin();
  // Answers what a client has sent, up to the first request that is more than that
  // (parallel_commands.h). From any thread, while nobody does anything else.
  void answer(Client& client, Answered& answered) const;
  // What that was, once all have returned.
  void count(Client& client, const Answered& answered);

 private:
  bool is_served_so(const Client& client) const;
  // False where the request is left to the one thread.
  bool answer_one(Client& client, std::span<const BytesView> args, Answered& answered) const;
  void note(Answered::Request request, std::span<const BytesView> args, const resp::Reply& reply,
            Answered& answered) const;
  bool may_run_now(const Client& client, const commands::Command& command,
                   std::span<const BytesView> args) const;

  State& state_;
};

}  // namespace keemun::server
