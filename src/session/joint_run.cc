#include "session/joint_run.h"

namespace keemun::session {

Outcome JointRun::run(const commands::Command& command, std::span<const BytesView> args,
                      commands::Connection& connection) {
  CommandRun run(core_, pending_, database_order_, now_ms_, draws_);
  Outcome outcome = call_handler(command, args, connection, run);
  if (outcome.succeeded) {
    database_order_ = run.database_order();
    changes_.push_back(run.take_changes());
    run.unit().commit_into(pending_);
  }
  return outcome;
}

void JointRun::publish() const {
  for (const Changes& change : changes_) change.publish(core_);
}

}  // namespace keemun::session
