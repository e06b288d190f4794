// Ranges of keys that were erased while a table remembers rows of them: to look through the whole
// table for each range would take as long as it is large. Instead each row says when it was stored,
// and is stale where a range that holds it was erased after that. Whoever has looked through all
// rows for what is stale may forget the ranges that were there by then.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <span>

#include "base/bytes.h"
#include "ports/write_batch.h"

namespace keemun::keyspace {

class StaleRanges {
 public:
  // Of what is stored now.
  uint64_t time() const { return time_; }
  bool empty() const { return ranges_.empty(); }

  // What was stored until now is stale where one of these holds it.
  void add(std::span<const ports::WriteBatch::RangeErase> ranges);
  // Whether one that came after this time holds the key.
  bool hold_since(uint64_t time, BytesView key) const;
  // What came by this time.
  void forget_until(uint64_t time);
  void clear() { ranges_.clear(); }

 private:
  void put(BytesView begin, BytesView end);

  struct Range {
    Bytes end;
    uint64_t time = 0;
  };
  std::map<Bytes, Range, std::less<>> ranges_;  // by where they begin; none overlaps another
  uint64_t time_ = 0;
};

}  // namespace keemun::keyspace
