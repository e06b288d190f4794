// A store in front of another, which passes on whatever is asked of it: what tests need is mostly a
// store that is different in one respect.
#pragma once

#include "ports/kv_store.h"

namespace keemun::sim {

class KvFront : public ports::KvStore {
 public:
  explicit KvFront(ports::KvStore& below) : below_(below) {}

  ports::Capabilities capabilities() const override { return below_.capabilities(); }
  std::optional<Bytes> get(BytesView key) override { return below_.get(key); }
  std::vector<std::optional<Bytes>> multi_get(std::span<const Bytes> keys) override {
    return below_.multi_get(keys);
  }
  void about_to_get(std::span<const Bytes> keys) override { below_.about_to_get(keys); }
  std::optional<Bytes> known_head(BytesView key) override { return below_.known_head(key); }
  ports::ScanPage scan(const ports::ScanRequest& request) override { return below_.scan(request); }
  void commit(const ports::WriteBatch& batch) override { below_.commit(batch); }

 private:
  ports::KvStore& below_;
};

}  // namespace keemun::sim
