// list version 0: a sub row an element. Elements stand at dense positions, first and count in the
// meta; a new list starts in the middle of the positions there are. Push and pop cost one row and
// the meta at either end; what happens inside moves the shorter side.
//
// Only what stands between first and end is there: a row outside is garbage that the next push
// overwrites. A row that is missing inside is answered as corruption, and so is a list that has
// used up the positions at one of its ends.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "encodings/open_key.h"
#include "types/list_store.h"

namespace keemun::encodings {

class ListRows final : public types::ListStore {
 public:
  // `erases_ranges`: the store erases a range cheaply, in the batch that writes the meta.
  ListRows(OpenKey key, bool erases_ranges) : key_(std::move(key)), erases_ranges_(erases_ranges) {}

  int64_t size() override;
  void push(types::ListEnd end, std::span<const BytesView> elements) override;
  std::vector<Bytes> pop(types::ListEnd end, int64_t count) override;
  Bytes at(int64_t index) override;
  std::vector<Bytes> range(types::RankRange ranks) override;
  void set(int64_t index, BytesView element) override;
  void trim(types::RankRange ranks) override;
  void insert(int64_t index, BytesView element) override;
  void remove(std::span<const int64_t> indexes) override;

 private:
  int64_t first() const { return key_.meta().first_position.value; }
  int64_t end() { return first() + size(); }

  // Throw where the positions there are end.
  int64_t first_before(int64_t added);
  void check_room_behind(int64_t added);

  Bytes read_one(int64_t position);
  // The one at an end, where others will be wanted soon.
  Bytes read_outermost(types::ListEnd end);
  // Elements at [position, position + count), by pages.
  std::vector<Bytes> read(int64_t position, int64_t count);
  void put(int64_t position, BytesView element);
  // Those at [begin, end): a long run costs as much as there are rows, whatever the meta says.
  void erase(int64_t begin, int64_t end);
  // The list is what now stands at [first, first + count), inside of where it stood.
  void keep(int64_t first, int64_t count);
  // Those at [begin, end), by `distance`.
  void move(int64_t begin, int64_t end, int64_t distance);
  // Close the gaps at ascending indexes: elements before the last gap move up, elements behind the
  // first gap move down.
  void close_upwards(std::span<const int64_t> gaps);
  void close_downwards(std::span<const int64_t> gaps);

  [[noreturn]] void throw_missing(int64_t position) const;

  OpenKey key_;
  const bool erases_ranges_;
};

}  // namespace keemun::encodings
