#include "server/requests/waiting_replies.h"

#include <algorithm>
#include <utility>

namespace keemun::server {

void WaitingReplies::keep(size_t given_before, size_t from, const Output& output) {
  const size_t added = given_ - given_before;
  if (added == 0 || added > count()) return;  // or they wait for nothing any more
  from = std::max(from, output.released_end());
  while (!kept_.empty() && kept_.back().from >= from) kept_.pop_back();
  kept_.push_back({count() - added, added, from, output.end()});
}

void WaitingReplies::keep_news(size_t from, size_t to) {
  kept_.push_back({count(), 0, from, to});
}

void WaitingReplies::depart() {
  departed_ = std::exchange(gathered_, 0);
  for (Kept& kept : kept_) kept.has_departed = true;
}

void WaitingReplies::release_departed() {
  std::erase_if(kept_, [](const Kept& kept) { return kept.has_departed; });
  for (Kept& kept : kept_) kept.before -= departed_;
  departed_ = 0;
}

void WaitingReplies::release_all() {
  departed_ = gathered_ = 0;
  kept_.clear();
}

size_t WaitingReplies::fail(BytesView error, Output& output) {
  Bytes told;
  size_t told_count = 0;
  size_t error_count = 0;
  const auto tell_errors_up_to = [&](size_t place) {
    for (; told_count < place; ++told_count, ++error_count) told += error;
  };
  for (const Kept& kept : kept_) {
    tell_errors_up_to(kept.before);
    told += output.between(kept.from, kept.to);
    told_count += kept.count;
  }
  tell_errors_up_to(count());
  output.cut_back();
  output.tail() += told;
  release_all();
  return error_count;
}

}  // namespace keemun::server
