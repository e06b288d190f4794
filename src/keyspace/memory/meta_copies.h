// A store whose meta rows have copies in Redis. What is read through it is committed state, so a
// copy never holds anything else; a commit deletes the copies of the metas that it changes before
// it happens. Absent metas have no copies.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "encodings/cache/redis_cache.h"
#include "ports/kv_store.h"

namespace keemun::keyspace {

class MetaCopies final : public ports::KvStore {
 public:
  // Both outlive it.
  MetaCopies(ports::KvStore& below, encodings::RedisCache& cache) : below_(below), cache_(cache) {}

  ports::Capabilities capabilities() const override { return below_.capabilities(); }
  std::optional<Bytes> get(BytesView key) override;
  std::vector<std::optional<Bytes>> multi_get(std::span<const Bytes> keys) override {
    return below_.multi_get(keys);
  }
  ports::ScanPage scan(const ports::ScanRequest& request) override { return below_.scan(request); }
  void commit(const ports::WriteBatch& batch) override;

 private:
  ports::KvStore& below_;
  encodings::RedisCache& cache_;
};

}  // namespace keemun::keyspace
