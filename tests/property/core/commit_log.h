// A store that passes everything on and remembers which batches were committed to it.
#pragma once

#include <vector>

#include "format/store_records.h"
#include "ports/kv_store.h"

namespace keemun {

class CommitLog final : public ports::KvStore {
 public:
  explicit CommitLog(ports::KvStore& below) : below_(below) {}

  ports::Capabilities capabilities() const override { return below_.capabilities(); }
  std::optional<Bytes> get(BytesView key) override { return below_.get(key); }
  std::vector<std::optional<Bytes>> multi_get(std::span<const Bytes> keys) override {
    return below_.multi_get(keys);
  }
  ports::ScanPage scan(const ports::ScanRequest& request) override { return below_.scan(request); }
  void commit(const ports::WriteBatch& batch) override {
    below_.commit(batch);
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
  ports::KvStore& below_;
  std::vector<ports::WriteBatch> batches_;
};

}  // namespace keemun
