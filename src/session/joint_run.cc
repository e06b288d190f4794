#include "session/joint_run.h"

#include <utility>

#include "base/command_error.h"

namespace keemun::session {

Outcome JointRun::run(const commands::Command& command, std::span<const BytesView> args,
                      commands::Connection& connection) {
  CommandRun run(core_, store(), database_order_, now_ms_, asides_);
  run.start_from(libraries_);
  run.stand_behind(pending_keys_);
  Outcome outcome = call_handler(command, args, connection, run);
  if (!outcome.succeeded) {
    keep(run.take_misses());
    return outcome;
  }
  Changes changes = std::move(run.gather_changes());
  changes.is_of_script = connection.is_of_script;
  run.unit().commit_into(pending_);
  database_order_ = run.database_order();
  if (changes.libraries != nullptr) libraries_ = changes.libraries;
  keep(std::move(changes));
  return outcome;
}

resp::Reply JointRun::run_by_host(const commands::Command& command, std::span<const BytesView> args,
                                  commands::Connection& connection) {
  try {
    // What comes after nothing, or after too much, is said at once.
    constexpr size_t kHeldBytesMax = size_t{16} << 20;
    const bool holds = !changes_.empty() && held_bytes_ < kHeldBytesMax;
    Changes changes;
    resp::Reply reply =
        core_.extension->run(command, args, connection, holds ? &changes.sayings : nullptr);
    if (!changes.sayings.empty()) {
      for (const BytesView word : args) held_bytes_ += word.size();
    }
    keep(std::move(changes));
    return reply;
  } catch (const CommandError& error) {
    return resp::Reply::error(error.text());
  }
}

void JointRun::keep(Changes changes) {
  for (const Changes::Counted& counted : changes.counted) {
    pending_keys_[counted.place].add(counted, now_ms_);
  }
  if (!changes.empty()) changes_.push_back(std::move(changes));  // a script may read for long
}

// Until something is written, what is remembered of the core's store is true of it: how many keys
// there are.
ports::KvStore& JointRun::store() {
  if (!has_writes()) return core_.store;
  return pending_;
}

const scripts::LibraryShelfRef& JointRun::libraries() {
  return libraries_ != nullptr ? libraries_ : core_.libraries.settled(core_.extension);
}

void JointRun::publish() const {
  for (const Changes& change : changes_) change.publish(core_);
}

}  // namespace keemun::session
