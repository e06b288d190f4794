// A set of the ardb family: a row a member, the number of members in the meta. Reads before it
// writes, so every answer is exact.
#pragma once

#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "encodings/ardb/open_ardb_key.h"
#include "types/set_store.h"

namespace keemun::encodings {

class ArdbSet : public types::SetStore {
 public:
  explicit ArdbSet(OpenArdbKey key) : key_(std::move(key)) {}

  types::Changed add(std::span<const BytesView> members) override;
  types::Changed remove(std::span<const BytesView> members) override;
  void add_new(std::span<const BytesView> members) override;
  void remove_present(std::span<const BytesView> members) override;
  bool contains(BytesView member) override;
  std::vector<bool> contains_many(std::span<const BytesView> members) override;
  int64_t size() override { return key_.size(); }
  std::optional<int64_t> size_if_known() override { return size(); }
  std::vector<Bytes> scan(const std::optional<Bytes>& after, size_t members_max) override;
  std::optional<Bytes> last() override;
  std::optional<std::vector<Bytes>> members_at(std::span<const uint64_t> ranks) override;

 protected:
  OpenArdbKey& key() { return key_; }
  void put_rows(std::span<const BytesView> members, ports::WasThere were_there);
  void erase_rows(std::span<const BytesView> members, ports::WasThere were_there);

 private:
  OpenArdbKey key_;
};

}  // namespace keemun::encodings
