// Requests that have turned out to take long. Each runs on a fiber of its own, a slice of time in
// every turn, and holds its gates until it is done. Others come in between, but for those that
// would have to wait at a gate, and those that take long themselves where there are many: these
// wait until one has ended, and begin in the order in which they came.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <list>
#include <optional>
#include <span>
#include <vector>

#include "base/bytes.h"
#include "runtime/fiber.h"
#include "runtime/fiber_stack_pool.h"
#include "server/requests/postponed.h"
#include "server/requests/request_runner.h"
#include "server/state.h"
#include "server/store/group_commit.h"

namespace keemun::server {

class LongRequests {
 public:
  // All outlive it.
  LongRequests(State& state, RequestRunner& runner, Postponed& postponed,
               const GroupCommit& groups);

  // Whether one of them goes on in the next turn. While clients are paused, or much waits for its
  // commit, none does that writes.
  bool have_work() const;
  // One has ended, or perhaps stands still from now on: those that have waited for it may begin.
  bool may_others_begin() const { return one_has_ended_ || pauses_known_ != state_.pauses; }
  // Whether none of them stands in the way of a request.
  bool let_in(Client& client, std::span<const BytesView> args) const;
  // It was broken off for its length, or is of the kind that was last.
  bool are_likely_to_include(Client& client, std::span<const BytesView> args) const;
  // It runs at once, and rests when its slice is over; or waits, if it may not begin. True: it is
  // answered. Else its client is held back.
  bool run(Client& client, std::span<const BytesView> args);
  // The next of them has its slice. Whose it is, if it is answered now.
  std::optional<uint64_t> go_on();
  // Where they may.
  void let_others_begin(const std::function<void(Client&)>& serve);

  // A commit has failed since the first of them began: what they have read may not be there.
  bool may_have_read_what_failed() const;
  // Its client has gone.
  void drop(const Client& client);
  // All are, to be begun anew: they are postponed until then. Whose they were.
  std::vector<uint64_t> break_off();

 private:
  struct Request {
    Request(LongRequests& all, Client& its_client, std::span<const BytesView> its_args);

    Client& client;
    const bool only_reads;
    const std::vector<Bytes> words;
    const std::vector<BytesView> args;
    std::optional<RequestRunner::BrokenOff> broken_off;
    std::optional<RequestRunner::Aside> aside;  // while it rests
    bool has_rested = false;
    runtime::Fiber fiber;
  };
  using Requests = std::list<Request>;

  // Not where there are many, nor in front of who waits for a gate, nor where there has been any
  // without a break for a while, since some things are only done then; unless one is paused, for
  // then there will be no break.
  bool may_begin(Client& client, std::span<const BytesView> args) const;
  bool is_there_room() const;
  // It writes, and clients are paused.
  bool is_one_paused() const;
  bool may_go_on(const Request& request) const;
  bool is_passed_over(Client& client, std::span<const BytesView> args) const;
  enum class Step : uint8_t { kRests, kAnswered, kBrokenOff };
  Step resume(Requests::iterator request);
  void forget(Requests::iterator request);
  void count();

  State& state_;
  RequestRunner& runner_;
  Postponed& postponed_;
  const GroupCommit& groups_;
  runtime::FiberStackPool stacks_;
  Requests requests_;                            // the first is the next to go on
  std::chrono::steady_clock::time_point since_;  // there has been any
  int64_t failed_commits_before_ = 0;
  bool one_has_ended_ = false;
  uint64_t pauses_known_ = 0;
};

}  // namespace keemun::server
