// Runs the requests of clients, one after another: what a server checks before the core sees a
// request, what it does itself, and what it counts and tells others of each.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "base/bytes.h"
#include "server/commands/command_table.h"
#include "server/news/notifications.h"
#include "server/news/tracked_reads.h"
#include "server/observe/rare_warning.h"
#include "server/requests/request_waits.h"
#include "server/requests/script_watch.h"
#include "server/state.h"
#include "session/extension.h"

namespace keemun::server {

class RequestRunner final : private session::Extension, private session::ChangeListener {
 public:
  // Makes itself known to the core. The state outlives it. `commit` commits what was gathered, and
  // tells its clients.
  RequestRunner(State& state, ScriptWatch::Beside beside_scripts, std::function<void()> commit);
  ~RequestRunner() override;

  // A request that was broken off, to be run again: when what it reads is in memory; where it names
  // nothing it takes long, and is to be run on a fiber.
  struct BrokenOff {
    std::optional<ColdRead> read;
  };
  // Answers the request, in the client's output; or parks the client, which is answered when one of
  // its keys has something; or breaks it off. On a fiber it may rest (TimeSlice).
  std::optional<BrokenOff> run(Client& client, std::span<const BytesView> args);

  // While a request rests, and beside a long script, others run: what is known of it is put aside.
  struct Aside;
  Aside put_aside();
  void take_up(Aside&& aside);

  // Answers those whose keys have changed without a request, as by their expiry.
  void serve_waiting();
  // Ends the wait of those whose time is over.
  void end_overdue_waits() { waits_.end_overdue(); }

  // What came between, as waiting for sockets or for a commit, is no command's time.
  void start_clock() { last_ = std::chrono::steady_clock::now(); }
  // When that was, or when the last request was done.
  std::chrono::steady_clock::time_point clock() const { return last_; }

 private:
  const commands::Command* find(std::span<const BytesView> args) override;
  std::vector<const commands::Command*> all() const override;
  resp::Reply run(const commands::Command& command, std::span<const BytesView> args,
                  commands::Connection& connection, std::vector<Saying>* sayings) override;
  void inner_begins(const Inner& inner) override;
  void inner_ended(const Inner& inner, const resp::Reply& reply) override;
  void refused_to_script(const commands::Command* command, const resp::Reply& error) override;
  std::optional<Bytes> denial_of(const Inner& inner) override;
  bool may_run(const Inner& inner) const override;
  bool may_read_any_key(const Inner& inner) const override;
  std::optional<size_t> reply_bytes_max(const commands::Connection& connection) const override;
  bool lacks_memory() const override { return state_.memory_limit.is_exceeded(); }
  std::optional<Bytes> lack_of_space() override;
  std::optional<Bytes> refusal_of_writes() override;
  bool must_end_script(const RunningScript& running) override;
  void loading_begins() override { loading_since_ = std::chrono::steady_clock::now(); }
  bool must_end_loading() override;
  void log_of_script(scripts::LogLevel level, BytesView line) override;
  void changed(size_t database, BytesView key, BytesView event, bool is_of_script) override;
  void happened(size_t database, BytesView key, BytesView event) override;
  void added(size_t database, BytesView key, types::KeyType type) override;
  bool awaits(size_t database, BytesView key) const override {
    return state_.parked.is_awaited(database, key);
  }
  Interests interests() const override { return notified_interests(state_); }
  void any_changed() override;

  ScriptWatch::Beside with_own_turns(ScriptWatch::Beside beside_scripts);

  struct Request {
    const commands::Command* command = nullptr;
    std::span<const BytesView> args;
  };

  BrokenOff broken_off(Client& client, ColdRead&& read);
  // These throw ColdRead or TakesLong where it is broken off.
  void run_to_its_end(Client& client, std::span<const BytesView> args);
  std::optional<resp::Reply> execute(Client& client, const commands::Command* command,
                                     std::span<const BytesView> args);
  std::optional<resp::Reply> call(Client& client, const commands::Command* command,
                                  std::span<const BytesView> args);
  std::optional<resp::Reply> call_watched(Client& client, const commands::Command* command,
                                          std::span<const BytesView> args);
  // Has the rows in memory that a request names which runs to its end once it has begun.
  void look_ahead(Client& client, const commands::Command* command,
                  std::span<const BytesView> args);
  bool may_wait_for_reads(const Client& client) const;
  // Not of a transaction, whose queue is gone when it has begun.
  bool may_be_broken_off(const Client& client, const commands::Command* command) const;
  std::chrono::nanoseconds slice_length(const Client& client) const;
  // The reply, if others may come in between while it is encoded; else nothing.
  Bytes encoded_in_pieces(Client& client, const commands::Command* command,
                          std::optional<resp::Reply>& reply) const;
  void count(Client& client, const commands::Command* command, std::span<const BytesView> args,
             const resp::Reply* reply);
  // Of a request that counts as a reading of its keys.
  void note_reads(const Client& client, const commands::Command& reading, const Request& named_by);
  bool is_passed_on(const resp::Reply& error) const;
  // When what runs now began: the request, or what is inside of it.
  std::chrono::steady_clock::time_point began() const {
    return running_.inner_begun.empty() ? last_ : running_.inner_begun.back();
  }

  State& state_;
  RequestWaits waits_;
  ScriptWatch script_watch_;
  const std::function<void()> commit_;
  // The request that runs.
  struct Running {
    uint64_t client = 0;                                             // whose it is
    std::vector<std::chrono::steady_clock::time_point> inner_begun;  // those inside of it, nested
    Request caller;  // of what a script calls: the request itself, or one that EXEC runs
    TrackedReads reads;
    // Of what a script called last in vain. A script that passes it on is no second error.
    Bytes script_error;

    void begin(uint64_t its_client, Request its_caller) {
      client = its_client;
      inner_begun.clear();
      caller = its_caller;
      reads.clear();
      script_error.clear();
    }
  };
  Running running_;
  std::chrono::steady_clock::time_point last_;
  std::chrono::steady_clock::time_point loading_since_;  // a library that is being loaded
  RareWarning attacks_;
  session::Session::Fate fate_ = session::Session::Fate::kRun;  // of the request that came last
};

struct RequestRunner::Aside {
  Running running;
  std::chrono::steady_clock::duration ran;
  session::Session::Fate fate;
  bool is_in_a_hurry;
};

}  // namespace keemun::server
