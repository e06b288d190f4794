#include "gc/garbage_queue.h"

#include <algorithm>
#include <utility>

namespace keemun::gc {

GarbageQueue::Name GarbageQueue::name_of(const DeadKey& dead) {
  return {{dead.place, dead.version}, dead.key};
}

bool GarbageQueue::push(DeadKey dead) {
  Name name = name_of(dead);
  if (names_.contains(name)) return true;
  if (queue_.size() >= size_max_ || bytes_ + dead.key.size() > bytes_max_) {
    ++dropped_[dead.place];
    return false;
  }
  bytes_ += dead.key.size();
  dead.queued_at_ms = now_ms_;
  names_.insert(std::move(name));
  queue_.push_back(std::move(dead));
  return true;
}

void GarbageQueue::pop() {
  bytes_ -= queue_.front().key.size();
  names_.erase(name_of(queue_.front()));
  queue_.pop_front();
}

size_t GarbageQueue::dropped(size_t place) const {
  const auto found = dropped_.find(place);
  return found == dropped_.end() ? 0 : found->second;
}

void GarbageQueue::forget_dropped(size_t place, size_t count) {
  const auto found = dropped_.find(place);
  if (found == dropped_.end()) return;
  found->second -= std::min(count, found->second);
  if (found->second == 0) dropped_.erase(found);
}

void GarbageQueue::put_off() {
  DeadKey first = std::move(queue_.front());
  queue_.pop_front();
  queue_.push_back(std::move(first));
}

}  // namespace keemun::gc
