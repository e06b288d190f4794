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
  // Of members that the caller knows not to be there, or to be there: nothing needs to be read to
  // be exact. Composed from add() and remove(); a store that reads in those overrides them.
  virtual void add_new(std::span<const BytesView> members);
  virtual void remove_present(std::span<const BytesView> members);

  virtual bool contains(BytesView member) = 0;
  virtual std::vector<bool> contains_many(std::span<const BytesView> members) = 0;
  virtual int64_t size() = 0;
  // size() where it costs nothing; none where the members would have to be counted.
  virtual std::optional<int64_t> size_if_known() { return std::nullopt; }

  // Up to members_max members behind `after` (from the first where there is none), in member order;
  // fewer than members_max only at the end.
  virtual std::vector<Bytes> scan(const std::optional<Bytes>& after, size_t members_max) = 0;

  // The members at these places of that order, which do not fall and are below size(); none where
  // much would have to be read for it.
  virtual std::optional<std::vector<Bytes>> members_at(std::span<const uint64_t>) {
    return std::nullopt;
  }

  // Every member in order; the last one. Composed from scan(); a store that knows better overrides
  // them.
  virtual std::vector<Bytes> load_all();
  virtual std::optional<Bytes> last();

 protected:
  // Those of `members` that are there, or those that are not.
  std::vector<BytesView> those_of(std::span<const BytesView> members, bool present);
};

}  // namespace keemun::types
