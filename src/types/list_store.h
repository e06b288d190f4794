// A list, whoever keeps it: elements at indexes 0 .. size()-1. Lifetime and rules as in
// hash_store.h. Indexes given here are inside the list: the caller has resolved negative ones.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/bytes.h"
#include "types/ranges.h"

namespace keemun::types {

enum class ListEnd : uint8_t { kHead, kTail };

class ListStore {
 public:
  virtual ~ListStore() = default;

  virtual int64_t size() = 0;

  // One after another, so that the last one given ends up outermost.
  virtual void push(ListEnd end, std::span<const BytesView> elements) = 0;
  // Outermost first; count is at most size().
  virtual std::vector<Bytes> pop(ListEnd end, int64_t count) = 0;

  virtual Bytes at(int64_t index) = 0;
  virtual std::vector<Bytes> range(RankRange ranks) = 0;
  virtual void set(int64_t index, BytesView element) = 0;
  // Keeps only the elements in `ranks`.
  virtual void trim(RankRange ranks) = 0;
  // Before `index`; index == size() appends.
  virtual void insert(int64_t index, BytesView element) = 0;
  // Ascending, distinct indexes.
  virtual void remove(std::span<const int64_t> indexes) = 0;
};

}  // namespace keemun::types
