// set versions 2 and 3: versions 0 and 1 with a copy of the whole set in Redis. The rows say
// everything; the copy only spares reading them. Whatever is asked for in member order comes from
// the rows.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "encodings/cache/cached_collection.h"
#include "types/set_store.h"

namespace keemun::encodings {

class CachedSet final : public types::SetStore {
 public:
  // `copies` are those of the key that `rows` keeps.
  CachedSet(std::unique_ptr<types::SetStore> rows, CachedCollection copies)
      : rows_(std::move(rows)), copies_(std::move(copies)) {}

  types::Changed add(std::span<const BytesView> members) override;
  types::Changed remove(std::span<const BytesView> members) override;
  void add_new(std::span<const BytesView> members) override;
  void remove_present(std::span<const BytesView> members) override;
  bool contains(BytesView member) override;
  std::vector<bool> contains_many(std::span<const BytesView> members) override;
  int64_t size() override;
  std::optional<int64_t> size_if_known() override { return rows_->size_if_known(); }
  std::vector<Bytes> scan(const std::optional<Bytes>& after, size_t members_max) override;
  std::vector<Bytes> load_all() override;
  std::optional<Bytes> last() override { return rows_->last(); }
  std::optional<std::vector<Bytes>> members_at(std::span<const uint64_t> ranks) override {
    return rows_->members_at(ranks);
  }

 private:
  std::unique_ptr<types::SetStore> rows_;
  CachedCollection copies_;
};

}  // namespace keemun::encodings
