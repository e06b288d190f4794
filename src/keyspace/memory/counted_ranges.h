// Ranges of keys of which it is known how many rows they hold. They do not overlap; two that touch
// are one, as long as that is small: the smaller ranges are, the less has to be read where one ends
// within. A quarter of what a range may hold is small while there is room for many ranges. What is
// written into a range may make it twice as large as it may be; of a large one that is passed over
// in part two are made. Of too many those longest unused are forgotten.
#pragma once

#include <cstddef>
#include <list>
#include <map>
#include <optional>

#include "base/bytes.h"

namespace keemun::keyspace {

class CountedRanges {
 public:
  CountedRanges(size_t rows_max, size_t bytes_max) : rows_max_(rows_max), bytes_max_(bytes_max) {}
  CountedRanges(const CountedRanges&) = delete;
  CountedRanges& operator=(const CountedRanges&) = delete;

  bool empty() const { return ranges_.empty(); }

  struct Known {
    BytesView begin;  // valid until the next call
    BytesView end;    // excluded
    size_t rows = 0;
  };
  // The range that holds what comes directly behind the place; in reverse, before it.
  std::optional<Known> beside(BytesView place, bool is_reverse);
  // Where the next range behind the place begins; in reverse, where the one before it ends.
  std::optional<BytesView> next_bound(BytesView place, bool is_reverse) const;

  void add(BytesView begin, BytesView end, size_t rows);
  // Of the range that holds the key: it has one row more, one less, or is forgotten.
  void grow(BytesView key);
  void shrink(BytesView key);
  void forget(BytesView key);
  void forget_range(BytesView begin, BytesView end);
  void clear();
  size_t byte_count() const { return byte_count_; }

 private:
  struct Range {
    Bytes end;
    size_t rows = 0;
    std::list<const Bytes*>::iterator by_use;
  };
  using Ranges = std::map<Bytes, Range, std::less<>>;  // by their beginning

  static size_t cost_of(const Ranges::value_type& range);
  // What two ranges that touch have at most to be one.
  size_t small_rows() const;
  // A part of a range at its beginning or its end.
  void split(Ranges::iterator place, BytesView begin, BytesView end, size_t rows);
  Ranges::iterator insert(BytesView begin, BytesView end, size_t rows);
  void resize(Ranges::iterator place, BytesView end, size_t rows);
  Ranges::iterator find(BytesView place, bool is_reverse);
  // Where the range that was passed last touches the place: its neighbour, which a walk wants next.
  Ranges::iterator neighbour(BytesView place, bool is_reverse);
  // With the one behind it, where they touch and are small.
  void join_next(Ranges::iterator place);
  void join_beside(Ranges::iterator place);
  Ranges::iterator erase(Ranges::iterator place);

  const size_t rows_max_;
  const size_t bytes_max_;
  Ranges ranges_;
  Ranges::iterator last_ = ranges_.end();  // that was beside a place
  std::list<const Bytes*> by_use_;         // their beginnings; the one longest unused first
  size_t byte_count_ = 0;
};

}  // namespace keemun::keyspace
