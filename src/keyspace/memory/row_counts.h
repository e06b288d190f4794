// How many rows stand between bounds, as far as that is known, so that a rank or a count is known
// without reading every row before it.
//
// What is passed over part by part is remembered as counted ranges, on several levels: small ranges
// of some rows, and larger ones of many of those. Who passes the same rows again takes the largest
// steps that are known, and reads only where the smallest would go too far. Where a row comes or
// goes its range on each level has one more or less; where nobody has looked whether it was there
// they are forgotten: the small one is read again, and those around it are added up again.
#pragma once

#include <array>
#include <bitset>
#include <cstddef>
#include <functional>
#include <optional>
#include <span>

#include "base/bytes.h"
#include "keyspace/memory/counted_ranges.h"
#include "ports/kv_store.h"
#include "ports/write_batch.h"

namespace keemun::keyspace {

class RowCounts {
 public:
  struct Grain {
    size_t page_rows = ports::kPassedRowsMax;
    size_t rows_max = 128;  // of the smallest ranges
    size_t growth = 8;      // of the ranges, from level to level
  };
  RowCounts(size_t bytes_max, Grain grain);

  // Up to rows_max rows, by what is known, and by `read` where nothing is: that passes over rows
  // from where it is told, adds what is to be remembered of them, and may stop anywhere.
  using Read = std::function<ports::PassedRows(const ports::ScanRequest&)>;
  ports::PassedRows pass_over(const ports::ScanRequest& request, const Read& read);

  void add(BytesView begin, BytesView end, size_t rows);
  void add(const ports::ScanRequest& request, const ports::PassedRows& passed);
  // What a batch makes of it once it has happened.
  void change(const ports::WriteBatch& batch);
  // What a batch writes in, which happens or not.
  void forget(const ports::WriteBatch& batch);
  void clear();
  size_t byte_count() const;
  // So many rows are best added at once.
  size_t part_rows() const;

 private:
  static constexpr size_t kLevels = 5;
  // What a walk learns on its way, for it not to look for the same ranges at each step.
  struct Walk {
    // Once a step would go too far on some level, it would there for the rest of the walk, too.
    size_t level_count = kLevels;
    // On each level: where the range ends that the walk is within, if it is within one.
    std::array<Bytes, kLevels> within;
    bool is_within(size_t level, BytesView place, bool is_reverse) const;
  };
  // One step over rows that are known; none where none are, or a step would go too far.
  std::optional<ports::PassedRows> step(const ports::ScanRequest& rest, Walk& walk);
  // The levels above get to know what was stepped over, but for those whose range ends behind it.
  void tell_levels_above(size_t level, const CountedRanges::Known& known, const Walk& walk,
                         std::bitset<kLevels> entered, bool is_reverse);
  struct Unread {
    Bytes limit;         // where what is to be read ends at the latest: something is known there
    Bytes around_begin;  // of the smallest range that holds it and is known, if one is
    Bytes around_end;
  };
  Unread unread_of(const ports::ScanRequest& rest);
  void change(const ports::WriteBatch::Write& write);
  void forget(BytesView key);
  void forget(std::span<const ports::WriteBatch::RangeErase> ranges);

  const Grain grain_;
  std::array<CountedRanges, kLevels> levels_;  // from small ranges to large ones
};

// What a walk over rows has before it.
inline BytesView near_bound(const ports::ScanRequest& request) {
  return request.is_reverse ? request.end : request.begin;
}

}  // namespace keemun::keyspace
