#include "rocks/block_witness.h"

#include <algorithm>

#include "base/check.h"

namespace keemun::rocks {

BlockWitness::Watched* BlockWitness::of_this_thread() {
  const auto found = std::find_if(watched_.begin(), watched_.end(), [](const Watched& one) {
    return one.thread == std::this_thread::get_id();
  });
  return found == watched_.end() ? nullptr : &*found;
}

rocksdb::Status BlockWitness::Lookup(const rocksdb::Slice&, std::unique_ptr<char[]>*, size_t*) {
  const std::lock_guard lock(mutex_);
  if (Watched* watched = of_this_thread()) {
    watched->has_missed_any |= watched->is_reading;
    watched->is_reading = true;
  }
  return rocksdb::Status::NotFound();
}

rocksdb::Status BlockWitness::Insert(const rocksdb::Slice&, const char*, size_t) {
  const std::lock_guard lock(mutex_);
  if (Watched* watched = of_this_thread()) watched->is_reading = false;
  return rocksdb::Status::OK();
}

BlockWitness::Watch::Watch(BlockWitness& witness) : witness_(witness) {
  const std::lock_guard lock(witness_.mutex_);
  CHECK(witness_.of_this_thread() == nullptr);
  witness_.watched_.push_back({.thread = std::this_thread::get_id()});
}

BlockWitness::Watch::~Watch() {
  const std::lock_guard lock(witness_.mutex_);
  *witness_.of_this_thread() = witness_.watched_.back();
  witness_.watched_.pop_back();
}

bool BlockWitness::Watch::has_missed_any() const {
  const std::lock_guard lock(witness_.mutex_);
  const Watched& watched = *witness_.of_this_thread();
  return watched.has_missed_any || watched.is_reading;
}

}  // namespace keemun::rocks
