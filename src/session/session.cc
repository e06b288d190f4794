#include "session/session.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/command_error.h"
#include "session/command_run.h"
#include "session/error_replies.h"
#include "session/handler_call.h"
#include "session/kept_replies.h"
#include "session/named_rows.h"
#include "session/script_run.h"

namespace keemun::session {

using commands::Command;
using resp::Reply;

namespace {

// While it lives, a count says how much there is; -1 afterwards.
class Counted {
 public:
  Counted(int64_t& count, size_t value) : count_(count) { count_ = static_cast<int64_t>(value); }
  ~Counted() { count_ = -1; }
  Counted(const Counted&) = delete;
  Counted& operator=(const Counted&) = delete;

 private:
  int64_t& count_;
};

// While it lives, it is so.
class Flagged {
 public:
  explicit Flagged(bool& flag) : flag_(flag) { flag_ = true; }
  ~Flagged() { flag_ = false; }
  Flagged(const Flagged&) = delete;
  Flagged& operator=(const Flagged&) = delete;

 private:
  bool& flag_;
};

// Nobody waits within a transaction, whichever way it ends.
class NoWait {
 public:
  explicit NoWait(std::optional<Waiting>& waiting) : waiting_(waiting) {}
  NoWait(const NoWait&) = delete;
  NoWait& operator=(const NoWait&) = delete;
  ~NoWait() { waiting_.reset(); }

 private:
  std::optional<Waiting>& waiting_;
};

// Every EXEC ends what was watched, also one that is refused, or fails.
class UnwatchedAtLast {
 public:
  UnwatchedAtLast(WatchTable& watches, Watcher& watcher) : watches_(watches), watcher_(watcher) {}
  UnwatchedAtLast(const UnwatchedAtLast&) = delete;
  UnwatchedAtLast& operator=(const UnwatchedAtLast&) = delete;
  ~UnwatchedAtLast() { watches_.unwatch(watcher_); }

 private:
  WatchTable& watches_;
  Watcher& watcher_;
};

}  // namespace

Reply Session::execute(const Command* command, std::span<const BytesView> args) {
  waiting_.reset();
  Reply reply = answer(command, args);
  asides_.draws.end();
  return reply;
}

Reply Session::answer(const Command* command, std::span<const BytesView> args) {
  try {
    return dispatch(command, args);
  } catch (const CommandError& error) {
    return Reply::error(error.text());
  } catch (const ports::StoreError& error) {
    return store_error_reply(error);
  } catch (ScriptKilled& killed) {
    return std::move(killed.answer);
  } catch (...) {
    asides_.draws.begin_again();
    throw;
  }
}

Reply Session::execute_beside_others(const Command* command, std::span<const BytesView> args) {
  const Flagged beside(is_beside_others_);
  return execute(command, args);
}

void Session::tell_of_reads() {
  for (const Changes& changes : std::exchange(untold_, {})) changes.publish(core_);
}

void Session::tell(Changes&& changes) {
  if (!is_beside_others_) {
    changes.publish(core_);
  } else if (!changes.empty()) {
    untold_.push_back(std::move(changes));
  }
}

Reply Session::execute_woken(std::span<const BytesView> words) {
  const Flagged woken(connection_.is_woken);
  return execute(words);
}

const Command* Session::find(std::span<const BytesView> args) const {
  return find_command(core_, args);
}

bool Session::does_any_of(commands::Flags flags, const Command& command,
                          std::span<const BytesView> args) const {
  if ((flags_of_request(core_, command, args) & flags) != 0) return true;
  if (!multi_ || command.name != "exec") return false;
  return std::any_of(multi_->queue.begin(), multi_->queue.end(), [&](const Request& request) {
    const std::vector<BytesView> queued(request.begin(), request.end());
    return (flags_of_request(core_, *find(queued), queued) & flags) != 0;
  });
}

std::vector<Bytes> Session::named_rows(const Command& command,
                                       std::span<const BytesView> args) const {
  std::vector<Bytes> rows;
  const size_t database = connection_.database;
  if (!multi_) {
    add_named_rows(core_, database, command, args, rows);
  } else if (command.name == "exec") {
    for (const Request& request : multi_->queue) {
      const std::vector<BytesView> queued(request.begin(), request.end());
      add_named_rows(core_, database, *find(queued), queued, rows);
    }
  }
  return rows;
}

// A transaction takes memory for what it queues.
bool Session::needs_memory(const Command& command, std::span<const BytesView> args) const {
  constexpr auto kEnds = std::to_array<BytesView>({"exec", "discard", "quit", "reset"});
  const bool ends_transaction = std::find(kEnds.begin(), kEnds.end(), command.name) != kEnds.end();
  return (multi_ && !ends_transaction) || does_any_of(commands::kDenyoom, command, args);
}

std::optional<Bytes> Session::fault_of(const Command* command,
                                       std::span<const BytesView> args) const {
  auto fault = request_fault({command, command == nullptr ? find(args.first(1)) : nullptr}, args);
  if (fault) return fault;
  constexpr commands::Flags kRefused = commands::kNoMulti | commands::kRefusedInMulti;
  if (multi_ && command->handler == nullptr && command->is(kRefused)) {
    return "ERR Command not allowed inside a transaction";
  }
  if (core_.extension == nullptr) return std::nullopt;
  if (core_.extension->lacks_memory() && needs_memory(*command, args)) return Bytes(kLacksMemory);
  // Who has waited goes on waiting where there is nothing for him.
  auto refusal = core_.extension->refusal_of_writes();
  if (refusal && !connection_.is_woken && does_any_of(commands::kWrite, *command, args)) {
    return refusal;
  }
  auto lack = core_.extension->lack_of_space();
  return lack && does_any_of(commands::kDenyoom, *command, args) ? lack : std::nullopt;
}

Reply Session::dispatch(const Command* command, std::span<const BytesView> args) {
  auto fault = fault_of(command, args);
  fate_ = fault ? Fate::kRefused : Fate::kRun;
  if (fault) {
    if (command != nullptr && command->name == "exec") return refuse_exec(*fault);
    if (multi_) multi_->must_abort = true;
    return Reply::error(std::move(*fault));
  }
  if (auto reply = act(*command, args)) return std::move(*reply);
  if (multi_) {
    // What will not run need not be kept.
    const bool is_doomed = multi_->must_abort || watcher_.is_dirty();
    if (!is_doomed) multi_->queue.emplace_back(args.begin(), args.end());
    fate_ = Fate::kQueued;
    return Reply::status("QUEUED");
  }
  return run(*command, args);
}

std::optional<Reply> Session::act(const Command& command, std::span<const BytesView> args) {
  if (command.handler != nullptr) return std::nullopt;
  if (command.name == "multi") return multi();
  if (command.name == "exec") return exec();
  if (command.name == "discard") return discard();
  if (command.name == "watch") return watch(args.subspan(1));
  if (multi_) return std::nullopt;  // queued like any other
  if (runs_script(command)) return run_script(command, args);
  if (command.name != "unwatch") return core_.extension->run(command, args, connection_, nullptr);
  core_.watches.unwatch(watcher_);
  return Reply::ok();
}

Reply Session::act_in_exec(const Command& command, std::span<const BytesView> args,
                           JointRun& joint) {
  if (command.name == "unwatch") return Reply::ok();  // EXEC itself has done it
  return runs_script(command) ? run_script(command, args, joint)
                              : joint.run_by_host(command, args, connection_);
}

Reply Session::run(const Command& command, std::span<const BytesView> args) {
  GateKeys wanted;
  add_gate_keys(command, args, wanted);
  const KeyGates::Pass pass(core_.gates, wanted);
  const int64_t now_ms = core_.now_ms();
  if (core_.doubts.hold_any_of(wanted, now_ms)) return Reply::error(Bytes(KeyDoubts::kRefusal));
  core_.settle_databases(now_ms);
  const KeyVisit visit(core_.owner, wanted, now_ms);
  if (visit.refusal() != nullptr) return Reply::error(*visit.refusal());
  if (wanted.keys.size() >= kComingKeysMin)
    fetch_coming_keys(core_, connection_.database, wanted.names());
  CommandRun run(core_, core_.store, core_.database_order, now_ms, asides_);
  run.unit().expect(visit.expectations());
  Outcome outcome = call_handler(command, args, connection_, run);
  if (!outcome.succeeded || !run.unit().has_writes()) visit.check_answer();
  if (!outcome.succeeded) {
    tell(run.take_misses());
    return std::move(outcome.reply);
  }
  Changes& changes = run.gather_changes();
  commit(wanted, visit, [&run] { run.unit().commit(); });
  tell(std::move(changes));
  if (auto& waiting = run.waiting()) waiting_ = std::move(*waiting);
  return std::move(outcome.reply);
}

template <typename Commit>
void Session::commit(const GateKeys& written, const KeyVisit& visit, Commit&& commit) {
  try {
    commit();
  } catch (const ports::StoreError& error) {
    if (error.kind() == ports::StoreError::Kind::kConflict) visit.note_refusal();
    const bool is_unknown = error.kind() == ports::StoreError::Kind::kUnknownOutcome;
    if (is_unknown) {
      core_.doubts.add(written, core_.now_ms());
      if (written.are_all) core_.doubt_database_order();
    }
    if (is_unknown || error.kind() == ports::StoreError::Kind::kCorrupt) {
      core_.watches.all_changed();  // or not; who goes on from what was there must ask again
      core_.count_keys_anew();
    }
    throw;
  }
}

void Session::reset() {
  leave_multi();
  connection_ = {.id = connection_.id};
}

Reply Session::exec() {
  if (!multi_) return Reply::error("ERR EXEC without MULTI");
  const Multi multi = std::move(*multi_);
  multi_.reset();
  const Watcher::Keys watched = watcher_.keys();  // the gates' names point to them to the end
  const UnwatchedAtLast unwatched(core_.watches, watcher_);
  const GateKeys wanted = gate_keys_of(multi.queue, watched);
  const KeyGates::Pass pass(core_.gates, wanted);
  const int64_t now_ms = core_.now_ms();
  core_.settle_databases(now_ms);
  const KeyVisit visit(core_.owner, wanted, now_ms);
  if (visit.refusal() != nullptr) return Reply::error(*visit.refusal());
  const bool changed = watched_keys_changed();
  core_.watches.unwatch(watcher_);
  if (multi.must_abort) {
    return Reply::error("EXECABORT Transaction discarded because of previous errors.");
  }
  if (changed) return Reply::null_array();
  if (core_.doubts.hold_any_of(wanted, now_ms)) return Reply::error(Bytes(KeyDoubts::kRefusal));
  const NoWait no_wait(waiting_);
  if (wanted.keys.size() >= kComingKeysMin)
    fetch_coming_keys(core_, connection_.database, wanted.names());
  return run_jointly(wanted, visit, now_ms, [&](JointRun& joint) {
    KeptReplies replies(core_, connection_);
    const Counted counted(running_count_, multi.queue.size());
    for (const Request& request : multi.queue) replies.add(run_request(request, joint));
    return replies.take();
  });
}

Reply Session::run_request(const Request& request, JointRun& joint) {
  const std::vector<BytesView> args(request.begin(), request.end());
  const Command& command = *find(args);
  const Extension::Inner inner{command, args, connection_, false};
  if (connection_.is_restricted) {
    if (auto denial = core_.extension->denial_of(inner)) return Reply::error(std::move(*denial));
  }
  return run_inner(core_, inner, [&] {
    return command.handler == nullptr ? act_in_exec(command, args, joint)
                                      : joint.run(command, args, connection_).reply;
  });
}

Reply Session::run_script(const Command& command, std::span<const BytesView> args) {
  GateKeys wanted;
  add_gate_keys(command, args, wanted);
  const KeyGates::Pass pass(core_.gates, wanted);
  const int64_t now_ms = core_.now_ms();
  core_.settle_databases(now_ms);
  const KeyVisit visit(core_.owner, wanted, now_ms);
  if (visit.refusal() != nullptr) return Reply::error(*visit.refusal());
  if (core_.doubts.hold_any_of(wanted, now_ms)) return Reply::error(Bytes(KeyDoubts::kRefusal));
  return run_jointly(wanted, visit, now_ms,
                     [&](JointRun& joint) { return run_script(command, args, joint); });
}

Reply Session::run_script(const Command& command, std::span<const BytesView> args,
                          JointRun& joint) {
  try {
    const ScriptRequest request = read_script_request(core_, joint, command, args);
    return ScriptRun(core_, joint, connection_).run(request);
  } catch (const CommandError& error) {
    return Reply::error(error.text());
  }
}

template <typename Body>
Reply Session::run_jointly(const GateKeys& wanted, const KeyVisit& visit, int64_t now_ms,
                           Body&& body) {
  const commands::Connection connection_before = connection_;
  JointRun joint(core_, visit, now_ms, asides_);
  Reply reply;
  try {
    reply = body(joint);
    if (!joint.has_writes()) visit.check_answer();
    commit(wanted, visit, [&joint] { joint.commit(); });
  } catch (...) {
    const bool is_restricted = connection_.is_restricted;  // its user is the host's business
    connection_ = connection_before;
    connection_.is_restricted = is_restricted;
    throw;
  }
  joint.publish();
  return reply;
}

}  // namespace keemun::session
