#include "session/joint_run.h"

namespace keemun::session {

Outcome JointRun::run(const commands::Command& command, std::span<const BytesView> args,
                      commands::Connection& connection) {
  CommandRun run(core_, pending_, database_order_, now_ms_, draws_);
  run.start_from(libraries_);
  Outcome outcome = call_handler(command, args, connection, run);
  if (outcome.succeeded) {
    database_order_ = run.database_order();
    changes_.push_back(run.take_changes());
    if (changes_.back().libraries != nullptr) libraries_ = changes_.back().libraries;
    run.unit().commit_into(pending_);
  }
  return outcome;
}

const scripts::LibraryShelfRef& JointRun::libraries() {
  return libraries_ != nullptr ? libraries_ : core_.libraries.settled(core_.extension);
}

void JointRun::publish() const {
  for (const Changes& change : changes_) change.publish(core_);
}

}  // namespace keemun::session
