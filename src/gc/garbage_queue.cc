#include "gc/garbage_queue.h"

#include <utility>

namespace keemun::gc {

GarbageQueue::Name GarbageQueue::name_of(const DeadKey& dead) {
  return {{dead.place, dead.version}, dead.key};
}

bool GarbageQueue::push(DeadKey dead) {
  Name name = name_of(dead);
  if (names_.contains(name)) return true;
  if (queue_.size() >= size_max_ || bytes_ + dead.key.size() > bytes_max_) {
    dropped_places_.insert(dead.place);
    return false;
  }
  bytes_ += dead.key.size();
  names_.insert(std::move(name));
  queue_.push_back(std::move(dead));
  return true;
}

void GarbageQueue::pop() {
  bytes_ -= queue_.front().key.size();
  names_.erase(name_of(queue_.front()));
  queue_.pop_front();
}

void GarbageQueue::put_off() {
  DeadKey first = std::move(queue_.front());
  queue_.pop_front();
  queue_.push_back(std::move(first));
}

}  // namespace keemun::gc
