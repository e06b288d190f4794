#include "server/store/commit_thread.h"

#include <utility>

#include "base/check.h"
#include "server/threads/this_thread.h"

namespace keemun::server {

CommitThread::CommitThread(std::function<void()> commit)
    : commit_(std::move(commit)), thread_([this] { work(); }) {}

CommitThread::~CommitThread() {
  step_.wait(Step::kBegun);
  step_.store(Step::kStopping);
  step_.notify_one();
  thread_.join();
}

void CommitThread::begin() {
  CHECK(step_.load() == Step::kIdle);
  step_.store(Step::kBegun);
  step_.notify_one();
}

bool CommitThread::ring_when_done() {
  is_awaited_.store(true);
  if (step_.load() == Step::kBegun) return true;
  is_awaited_.store(false);
  return false;
}

std::optional<ports::StoreError> CommitThread::wait() {
  step_.wait(Step::kBegun);
  CHECK(step_.load() == Step::kDone);
  step_.store(Step::kIdle);
  return std::exchange(error_, std::nullopt);
}

void CommitThread::work() {
  name_this_thread("commit");
  ask_for_short_turns();
  while (true) {
    const Step step = step_.load();
    if (step == Step::kStopping) return;
    if (step != Step::kBegun) {
      step_.wait(step);
      continue;
    }
    try {
      commit_();
    } catch (const ports::StoreError& error) {
      error_ = error;
    }
    step_.store(Step::kDone);
    step_.notify_one();
    if (is_awaited_.exchange(false)) bell_.ring();
  }
}

}  // namespace keemun::server
