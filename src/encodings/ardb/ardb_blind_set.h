// A set of the ardb family that does not count its members: its meta says that the size is not
// known. add() and remove() write without reading and answer how many members they were given; the
// state is always exact, and so is size(), which counts the rows.
#pragma once

#include <optional>
#include <span>

#include "encodings/ardb/ardb_set.h"

namespace keemun::encodings {

class ArdbBlindSet final : public ArdbSet {
 public:
  using ArdbSet::ArdbSet;

  types::Changed add(std::span<const BytesView> members) override;
  types::Changed remove(std::span<const BytesView> members) override;
  void add_new(std::span<const BytesView> members) override;
  void remove_present(std::span<const BytesView> members) override;
  int64_t size() override;
  std::optional<int64_t> size_if_known() override { return std::nullopt; }
};

}  // namespace keemun::encodings
