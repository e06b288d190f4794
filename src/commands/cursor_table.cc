#include "commands/cursor_table.h"

#include <utility>

namespace keemun::commands {

uint64_t CursorTable::add(Bytes position) {
  if (ring_.empty()) ring_.resize(kPositionsMax);
  position.shrink_to_fit();  // what is counted is what it takes
  byte_count_ += position.size();
  ++last_;
  while (is_full()) give_back_oldest();
  place_of(last_) = std::move(position);
  return last_;
}

CursorTable::Found CursorTable::find(uint64_t cursor) const {
  if (cursor > last_) return {Answer::kNeverGiven, nullptr};
  if (cursor <= gone_) return {Answer::kGone, nullptr};
  return {Answer::kFound, &ring_[cursor % kPositionsMax]};
}

bool CursorTable::is_full() const {
  const uint64_t count = last_ - gone_;
  return count > kPositionsMax || (count > 1 && byte_count_ > kPositionsBytesMax);
}

void CursorTable::give_back_oldest() {
  Bytes given_back;  // an assignment would keep the memory
  place_of(++gone_).swap(given_back);
  byte_count_ -= given_back.size();
}

}  // namespace keemun::commands
