// A store that passes everything on and remembers which batches were committed to it.
#pragma once

#include <vector>

#include "format/store_records.h"
#include "sim/kv_front.h"

namespace keemun {

class CommitLog final : public sim::KvFront {
 public:
  using KvFront::KvFront;

  void commit(const ports::WriteBatch& batch) override {
    KvFront::commit(batch);
    batches_.push_back(batch);
  }

  // What commands committed since the last call: reservations of versions, which have commits of
  // their own, are not theirs.
  std::vector<ports::WriteBatch> take() {
    std::vector<ports::WriteBatch> taken = std::move(batches_);
    batches_.clear();
    std::erase_if(taken, [](const ports::WriteBatch& batch) {
      return batch.writes.size() == 1 &&
             batch.writes[0].key == format::version_reservation_key(format::IssuerNumber{0});
    });
    return taken;
  }

 private:
  std::vector<ports::WriteBatch> batches_;
};

}  // namespace keemun
