#include "commands/cursor_table.h"

#include <utility>

namespace keemun::commands {

uint64_t CursorTable::add(Bytes position) {
  if (ring_.empty()) ring_.resize(kPositionsMax);
  ++last_;
  ring_[last_ % kPositionsMax] = std::move(position);
  return last_;
}

CursorTable::Found CursorTable::find(uint64_t cursor) const {
  if (cursor > last_) return {Answer::kNeverGiven, nullptr};
  if (cursor <= start_ || last_ - cursor >= kPositionsMax) return {Answer::kGone, nullptr};
  return {Answer::kFound, &ring_[cursor % kPositionsMax]};
}

}  // namespace keemun::commands
