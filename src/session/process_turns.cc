#include "session/process_turns.h"

#include "ports/store_error.h"
#include "session/core.h"
#include "session/key_visit.h"

namespace keemun::session {

void ProcessTurns::in_turn(std::span<const BytesView> keys, const Work& work) {
  using Kind = ports::StoreError::Kind;
  const KeyGates::Pass pass(core_.gates, keys);
  const int64_t now_ms = core_.now_ms();
  GateKeys ours;
  for (const BytesView key : keys) {
    if (core_.doubts.holds(key, now_ms)) continue;
    if (core_.owner != nullptr && !core_.owner->has(key, now_ms)) continue;
    ours.add(key, false);
  }
  const KeyVisit visit(core_.owner, ours, now_ms);
  if (visit.refusal() != nullptr) ours.keys.clear();  // they have gone since
  try {
    work({ours.names(), visit.expectations()});
  } catch (const ports::StoreError& error) {
    // From now on: time may have passed since the turn began.
    if (error.kind() == Kind::kUnknownOutcome) core_.doubts.add(ours, core_.now_ms());
    if (error.kind() == Kind::kConflict) visit.note_refusal();
    throw;
  }
}

}  // namespace keemun::session
