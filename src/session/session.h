// One connection, as the core knows it: executes its requests one after another and answers each.
// The one place where errors become replies.
#pragma once

#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/bytes.h"
#include "commands/call.h"
#include "commands/table/table.h"
#include "resp/reply.h"
#include "session/coming_keys.h"
#include "session/command_run.h"
#include "session/core.h"
#include "session/gate_keys.h"
#include "session/joint_run.h"
#include "session/key_visit.h"
#include "session/watch_table.h"

namespace keemun::session {

class Session {
 public:
  explicit Session(Core& core) : core_(core), asides_{RequestDraws(core.random)} {}
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;
  ~Session() { core_.watches.unwatch(watcher_); }

  // At least one word.
  resp::Reply execute(std::span<const BytesView> args) { return execute(find(args), args); }
  // The same where it is known which command that is: find() of the words.
  resp::Reply execute(const commands::Command* command, std::span<const BytesView> args);

  // The same of a command that only reads, while other sessions do so at once: nothing of the core
  // is changed. What it has to tell, as that it met a key whose time is over, is told by
  // tell_of_reads(), once nobody is beside it.
  resp::Reply execute_beside_others(const commands::Command* command,
                                    std::span<const BytesView> args);
  void tell_of_reads();

  // Again, for the one of its keys that has changed: the words of what it waits for.
  resp::Reply execute_woken(std::span<const BytesView> words);
  // From a command of the host's: its request waits for no key, for so long (0: for ever), and what
  // it answers is the answer then. Inside MULTI it does not wait.
  void wait(int64_t timeout_ms) { waiting_ = Waiting{{}, timeout_ms, {}, 0}; }
  // What the request that was just executed would wait for, outside of MULTI.
  std::optional<Waiting> take_waiting() { return std::exchange(waiting_, std::nullopt); }

  // How many keys its commands have found that only read, and how many not, since this was asked.
  keyspace::Lookups take_lookups() { return std::exchange(asides_.lookups, {}); }

  // What became of the request that was just executed.
  enum class Fate : uint8_t { kRun, kQueued, kRefused };
  Fate fate() const { return fate_; }

  // An EXEC that is not even an EXEC ends its transaction all the same.
  resp::Reply refuse_exec(BytesView reason);

  // Its host has refused a request that would have been queued.
  void refused_by_host() {
    if (multi_) multi_->must_abort = true;
  }

  // Null where there is no such command.
  const commands::Command* find(std::span<const BytesView> args) const;

  commands::Connection& connection() { return connection_; }
  const commands::Connection& connection() const { return connection_; }
  bool is_in_multi() const { return multi_.has_value(); }
  // A key that it watches has changed: its EXEC will not run.
  bool is_spoiled() const { return watcher_.is_dirty(); }
  // Requests of its transaction, that wait for EXEC or are run by it; -1 where there is none.
  int64_t queued_count() const {
    return multi_ ? static_cast<int64_t>(multi_->queue.size()) : running_count_;
  }
  // Whether a request does one of these things, or EXEC one of those that are queued. Of a command
  // that there is, with a fitting number of words.
  bool does_any_of(commands::Flags flags, const commands::Command& command,
                   std::span<const BytesView> args) const;
  // The rows that a request names, for whoever brings them into memory before it is run: those of
  // EXEC stand in its queue, and what is queued reads none.
  std::vector<Bytes> named_rows(const commands::Command& command,
                                std::span<const BytesView> args) const;
  // Requests that are likely to be executed next, behind one of this command.
  void look_ahead(const commands::Command& command, const resp::WordsAhead& coming) {
    fetch_for_coming(core_, connection_.database, command, coming);
  }
  // What EXEC would see or change now; the names last until it is run.
  GateKeys keys_of_exec() const;
  // The gates that it would pass if it were executed now. On a plain thread it must only be where
  // they let it in. Of a command that there is; the names last as long as its words, and EXEC's
  // until it is run.
  GateKeys gate_keys(const commands::Command& command, std::span<const BytesView> args) const;
  // As a new one, but for what its host knows it by.
  void reset();

 private:
  using Request = std::vector<Bytes>;
  struct Multi {
    std::vector<Request> queue;
    bool must_abort = false;  // a request was refused while queueing
  };

  // What the request is answered instead of being run or queued, if it cannot be.
  std::optional<Bytes> fault_of(const commands::Command* command,
                                std::span<const BytesView> args) const;
  bool needs_memory(const commands::Command& command, std::span<const BytesView> args) const;
  resp::Reply dispatch(const commands::Command* command, std::span<const BytesView> args);
  // The same, where what is thrown for the client is its reply.
  resp::Reply answer(const commands::Command* command, std::span<const BytesView> args);
  // MULTI, EXEC, DISCARD, WATCH, UNWATCH: what the session does itself; and what its host does.
  std::optional<resp::Reply> act(const commands::Command& command, std::span<const BytesView> args);
  resp::Reply act_in_exec(const commands::Command& command, std::span<const BytesView> args,
                          JointRun& joint);
  resp::Reply run(const commands::Command& command, std::span<const BytesView> args);
  void tell(Changes&& changes);
  resp::Reply multi();
  resp::Reply exec();
  resp::Reply run_request(const Request& request, JointRun& joint);
  // EVAL, FCALL and their like: outside of MULTI, and in a unit that has begun.
  resp::Reply run_script(const commands::Command& command, std::span<const BytesView> args);
  resp::Reply run_script(const commands::Command& command, std::span<const BytesView> args,
                         JointRun& joint);
  // One unit of work: what `body` runs in it, and its commit.
  template <typename Body>
  resp::Reply run_jointly(const GateKeys& wanted, const KeyVisit& visit, int64_t now_ms,
                          Body&& body);
  // A commit of unknown outcome leaves what it would have written in doubt.
  template <typename Commit>
  void commit(const GateKeys& written, const KeyVisit& visit, Commit&& commit);
  resp::Reply discard();
  void leave_multi();
  resp::Reply watch(std::span<const BytesView> keys);
  bool watched_keys_changed();
  // Of a whole queue, and of the watched keys.
  GateKeys gate_keys_of(std::span<const Request> queue, const Watcher::Keys& watched) const;

  Core& core_;
  commands::Connection connection_;
  std::optional<Multi> multi_;
  int64_t running_count_ = -1;  // requests of the transaction that EXEC runs; -1: of none
  Watcher watcher_;
  std::optional<Waiting> waiting_;
  Asides asides_;
  bool is_beside_others_ = false;
  std::vector<Changes> untold_;  // of commands that ran so
  Fate fate_ = Fate::kRun;
};

}  // namespace keemun::session
