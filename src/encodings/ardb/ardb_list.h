// A list of the ardb family: a row an element, at indexes that only need to ascend. The bounds and
// the size stand in the meta. Push and pop cost one row and the meta at either end; an element
// inserted inside gets the mean of its neighbours' indexes, one removed leaves a gap.
//
// While the list is sequential, its indexes integers without a gap, an element is found by its
// index; otherwise by walking from the nearer end. Where no index lies between two neighbours, or
// the integers end, the whole list is renumbered from 0 in the same batch and is sequential again.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "encodings/ardb/open_ardb_key.h"
#include "types/list_store.h"

namespace keemun::encodings {

class ArdbList final : public types::ListStore {
 public:
  explicit ArdbList(OpenArdbKey key) : key_(std::move(key)) {}

  int64_t size() override { return key_.size(); }
  void push(types::ListEnd end, std::span<const BytesView> elements) override;
  std::vector<Bytes> pop(types::ListEnd end, int64_t count) override;
  Bytes at(int64_t index) override;
  std::vector<Bytes> range(types::RankRange ranks) override;
  void set(int64_t index, BytesView element) override;
  void trim(types::RankRange ranks) override;
  void insert(int64_t index, BytesView element) override;
  void remove(std::span<const int64_t> indexes) override;

 private:
  using Index = format::ArdbElement;

  // The rows of elements [first, first + count), all of which are there.
  std::vector<ports::Row> read(types::RankRange ranks, ports::Values values);
  std::vector<ports::Row> walk_to(types::RankRange ranks, ports::Values values);
  Index index_of(const ports::Row& row) const;
  // Of the element at this rank: of a sequential list without a read.
  Index index_at(int64_t rank);
  Bytes text_of(const ports::Row& row) const;

  void put(const Index& index, BytesView element);
  // The bounds of the list once only [ranks.first, ranks.first + ranks.count) of it are left.
  OpenArdbKey::ListBounds bounds_of(types::RankRange ranks);
  void renumber();

  [[noreturn]] void throw_missing() const;

  OpenArdbKey key_;
};

}  // namespace keemun::encodings
