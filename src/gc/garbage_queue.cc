#include "gc/garbage_queue.h"

#include <algorithm>
#include <utility>

namespace keemun::gc {

GarbageQueue::Name GarbageQueue::name_of(const DeadKey& dead) {
  return {{dead.place, dead.version}, dead.key};
}

void GarbageQueue::push(DeadKey dead) {
  Name name = name_of(dead);
  if (names_.contains(name)) return;
  if (queue_.size() >= size_max_ || bytes_ + dead.key.size() > bytes_max_) {
    ++dropped_[dead.place];
    ++totals_.keys_dropped;
    return;
  }
  bytes_ += dead.key.size();
  dead.queued_at_ms = now_ms_;
  names_.insert(std::move(name));
  queue_.push_back(std::move(dead));
}

void GarbageQueue::pop() {
  bytes_ -= queue_.front().key.size();
  names_.erase(name_of(queue_.front()));
  popped_.add(std::move(queue_.front()));
  queue_.pop_front();
}

size_t GarbageQueue::dropped(size_t place) const {
  const auto found = dropped_.find(place);
  return found == dropped_.end() ? 0 : found->second;
}

void GarbageQueue::forget_dropped(size_t place, size_t count) {
  const auto found = dropped_.find(place);
  if (found == dropped_.end()) return;
  const size_t forgotten = std::min(count, found->second);
  found->second -= forgotten;
  if (found->second == 0) dropped_.erase(found);
  if (forgotten > 0) forgotten_.add({place, forgotten});
}

void GarbageQueue::put_off() {
  DeadKey first = std::move(queue_.front());
  queue_.pop_front();
  queue_.push_back(std::move(first));
}

void GarbageQueue::depart() {
  popped_.depart();
  forgotten_.depart();
}

void GarbageQueue::arrive() {
  popped_.arrive();
  forgotten_.arrive();
}

void GarbageQueue::settle() {
  popped_.settle();
  forgotten_.settle();
}

void GarbageQueue::begin_anew() {
  for (DeadKey& dead : popped_.take()) push(std::move(dead));
  for (DeadKey& dead : queue_) {
    dead.family = format::RowFamily::kSub;
    dead.position.clear();
  }
  for (const auto& [place, count] : forgotten_.take()) dropped_[place] += count;
}

}  // namespace keemun::gc
