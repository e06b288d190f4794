// set version 1: a sub row with an empty value a member, no count. Writes without reading: add()
// and remove() answer how many members they were given, whether those were there or not. The state
// is always exact, and so is size(), which reads the whole set by pages.
#pragma once

#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "encodings/open_key.h"
#include "types/set_store.h"

namespace keemun::encodings {

class BlindSet final : public types::SetStore {
 public:
  explicit BlindSet(OpenKey key) : key_(std::move(key)) {}

  types::Changed add(std::span<const BytesView> members) override;
  types::Changed remove(std::span<const BytesView> members) override;
  bool contains(BytesView member) override;
  std::vector<bool> contains_many(std::span<const BytesView> members) override;
  int64_t size() override;
  std::vector<Bytes> scan(const std::optional<Bytes>& after, size_t members_max) override;
  std::optional<Bytes> last() override;

 private:
  OpenKey key_;
};

}  // namespace keemun::encodings
