// A set, whoever keeps it. Lifetime and rules as in hash_store.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/bytes.h"
#include "types/changed.h"

namespace keemun::types {

class SetStore {
 public:
  virtual ~SetStore() = default;

  virtual Changed add(std::span<const BytesView> members) = 0;
  virtual Changed remove(std::span<const BytesView> members) = 0;

  virtual bool contains(BytesView member) = 0;
  virtual std::vector<bool> contains_many(std::span<const BytesView> members) = 0;
  virtual int64_t size() = 0;

  // Up to members_max members behind `after` (from the first where there is none), in member order;
  // fewer than members_max only at the end.
  virtual std::vector<Bytes> scan(const std::optional<Bytes>& after, size_t members_max) = 0;

  // Every member in order. Composed from scan(); a store that knows better overrides it.
  virtual std::vector<Bytes> load_all();
};

}  // namespace keemun::types
