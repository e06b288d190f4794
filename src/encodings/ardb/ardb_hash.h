// A hash of the ardb family: a row a field, the number of fields in the meta. Reads before it
// writes, so every answer is exact.
#pragma once

#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "encodings/ardb/open_ardb_key.h"
#include "types/hash_store.h"

namespace keemun::encodings {

class ArdbHash : public types::HashStore {
 public:
  explicit ArdbHash(OpenArdbKey key) : key_(std::move(key)) {}

  types::Changed put(std::span<const types::FieldView> fields) override;
  bool put_if_absent(types::FieldView field) override;
  void put_known(std::span<const types::FieldView> fields, int64_t added) override;
  types::Changed erase(std::span<const BytesView> fields) override;
  std::optional<Bytes> get(BytesView field) override;
  std::vector<std::optional<Bytes>> get_many(std::span<const BytesView> fields) override;
  int64_t size() override { return key_.size(); }
  std::optional<int64_t> size_if_known() override { return size(); }
  std::vector<types::Field> scan(const std::optional<Bytes>& after, size_t fields_max) override;
  std::vector<Bytes> scan_names(const std::optional<Bytes>& after, size_t fields_max) override;
  std::optional<Bytes> last_name() override;
  std::optional<std::vector<Bytes>> names_at(std::span<const uint64_t> ranks) override;

 protected:
  OpenArdbKey& key() { return key_; }
  void put_row(types::FieldView field, ports::WasThere was_there);

 private:
  Bytes text_of(BytesView row_value) const;

  OpenArdbKey key_;
};

}  // namespace keemun::encodings
