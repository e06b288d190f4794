#include "rocks/merged_rows.h"

#include <utility>

#include "rocks/engine_errors.h"

namespace keemun::rocks {

MergedRows::MergedRows(std::vector<std::unique_ptr<rocksdb::Iterator>> parts, bool is_reverse)
    : parts_(std::move(parts)), is_reverse_(is_reverse) {
  find_front();
}

BytesView MergedRows::key() const {
  return {front_->key().data(), front_->key().size()};
}

BytesView MergedRows::value() const {
  return {front_->value().data(), front_->value().size()};
}

void MergedRows::next() {
  if (is_reverse_) {
    front_->Prev();
  } else {
    front_->Next();
  }
  find_front();
}

void MergedRows::find_front() {
  front_ = nullptr;
  for (const auto& part : parts_) {
    if (!part->Valid()) {
      if (!part->status().ok()) throw read_error(part->status());
      continue;
    }
    if (front_ == nullptr) {
      front_ = part.get();
      continue;
    }
    const int order = part->key().compare(front_->key());
    if (is_reverse_ ? order > 0 : order < 0) front_ = part.get();
  }
}

}  // namespace keemun::rocks
