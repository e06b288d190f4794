// hash versions 2 and 3: versions 0 and 1 with copies in Redis, of the whole hash (a Redis hash)
// and of single fields (strings). The rows say everything; copies only spare reading them. Whatever
// is asked for in field order comes from the rows.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "encodings/cache/cached_collection.h"
#include "types/hash_store.h"

namespace keemun::encodings {

class CachedHash final : public types::HashStore {
 public:
  // `copies` are those of the key that `rows` keeps.
  CachedHash(std::unique_ptr<types::HashStore> rows, CachedCollection copies)
      : rows_(std::move(rows)), copies_(std::move(copies)) {}

  types::Changed put(std::span<const types::FieldView> fields) override;
  bool put_if_absent(types::FieldView field) override;
  void put_known(std::span<const types::FieldView> fields, int64_t added) override;
  types::Changed erase(std::span<const BytesView> fields) override;
  std::optional<Bytes> get(BytesView field) override;
  std::vector<std::optional<Bytes>> get_many(std::span<const BytesView> fields) override;
  int64_t size() override { return rows_->size(); }
  std::optional<int64_t> size_if_known() override { return rows_->size_if_known(); }
  std::vector<types::Field> scan(const std::optional<Bytes>& after, size_t fields_max) override;
  std::vector<types::Field> load_all() override;
  std::vector<Bytes> scan_names(const std::optional<Bytes>& after, size_t fields_max) override;
  std::optional<std::vector<Bytes>> names_at(std::span<const uint64_t> ranks) override {
    return rows_->names_at(ranks);
  }
  std::optional<Bytes> last_name() override { return rows_->last_name(); }

 private:
  // What copies say of each field; none where they cannot say it of all.
  std::optional<std::vector<std::optional<Bytes>>> read_copies(std::span<const BytesView> fields);
  void copy_field(BytesView field, const Bytes& value);

  std::unique_ptr<types::HashStore> rows_;
  CachedCollection copies_;
};

}  // namespace keemun::encodings
