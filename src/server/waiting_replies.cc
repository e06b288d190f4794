#include "server/waiting_replies.h"

#include <utility>

namespace keemun::server {

void WaitingReplies::keep(size_t before, Bytes bytes) {
  if (before < count()) kept_.push_back({before, count() - before, std::move(bytes)});
}

void WaitingReplies::depart() {
  departed_ = std::exchange(gathered_, 0);
}

void WaitingReplies::release_departed() {
  std::erase_if(kept_, [this](const Kept& kept) { return kept.before < departed_; });
  for (Kept& kept : kept_) kept.before -= departed_;
  departed_ = 0;
}

void WaitingReplies::release_all() {
  departed_ = gathered_ = 0;
  kept_.clear();
}

void WaitingReplies::fail(BytesView error, Bytes& out) {
  size_t told = 0;
  const auto tell_error_up_to = [&](size_t place) {
    for (; told < place; ++told) out += error;
  };
  for (const Kept& kept : kept_) {
    tell_error_up_to(kept.before);
    out += kept.bytes;
    told += kept.count;
  }
  tell_error_up_to(count());
  release_all();
}

}  // namespace keemun::server
