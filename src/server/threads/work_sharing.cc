#include "server/threads/work_sharing.h"

#include <algorithm>
#include <system_error>

#include "server/threads/this_thread.h"

namespace keemun::server {

namespace {

constexpr int kRoundBits = 32;
// Some tens of microseconds: a busy server's next round begins within them, an idle one's does not.
constexpr int kLooksMax = 2000;

uint64_t round_of(uint64_t in_round) {
  return in_round >> kRoundBits;
}
uint64_t number_of(uint64_t in_round) {
  return in_round & ((uint64_t{1} << kRoundBits) - 1);
}

}  // namespace

WorkSharing::WorkSharing(size_t helper_count) {
  try {
    for (size_t i = 0; i < helper_count; ++i) {
      Helper& helper = helpers_.emplace_back();
      helper.thread = std::thread([this, &helper] { help(helper); });
    }
  } catch (const std::system_error&) {
    helpers_.pop_back();  // of no thread
    end();
    throw;
  }
}

WorkSharing::~WorkSharing() {
  end();
}

void WorkSharing::end() {
  is_over_.store(true);
  for (Helper& helper : helpers_) {
    helper.calls.fetch_add(1);
    helper.calls.notify_one();
    helper.thread.join();
  }
}

void WorkSharing::each(size_t count, size_t helpers, const std::function<void(size_t)>& work) {
  if (count == 0) return;
  work_ = &work;
  const InRound first = InRound{++round_} << kRoundBits;
  done_.store(0);
  pieces_.store(first | count);
  next_.store(first);
  for (size_t i = 0; i < std::min(helpers, helpers_.size()); ++i) {
    helpers_[i].calls.fetch_add(1);
    helpers_[i].calls.notify_one();
  }
  while (take()) {
  }
  while (done_.load() < count) std::this_thread::yield();
}

bool WorkSharing::take() {
  const InRound piece = next_.fetch_add(1);
  const InRound pieces = pieces_.load();
  // Of a round that is over; of one that is not, nobody changes what is read here.
  if (round_of(piece) != round_of(pieces) || number_of(piece) >= number_of(pieces)) return false;
  (*work_)(number_of(piece));
  done_.fetch_add(1);
  return true;
}

void WorkSharing::help(const Helper& helper) {
  name_this_thread("io-threads");
  uint32_t seen = 0;
  while (!is_over_.load()) {
    for (int looks = 0; helper.calls.load() == seen && looks < kLooksMax; ++looks) {
      std::this_thread::yield();
    }
    helper.calls.wait(seen);
    seen = helper.calls.load();
    while (take()) {
    }
  }
}

}  // namespace keemun::server
