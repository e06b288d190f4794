// How many rows may be read ahead in a range: known by the size of those that were read there last,
// none before some were. The range is known by what its bounds have in common, since either may
// move with each element.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>

#include "base/bytes.h"
#include "ports/kv_store.h"

namespace keemun::keyspace {

class ReadingAhead {
 public:
  // Of the range of the request, to be read and set. Ranges that meet in one place forget each
  // other.
  size_t& rows_max_in(const ports::ScanRequest& request) {
    const auto common = std::mismatch(request.begin.begin(), request.begin.end(),
                                      request.end.begin(), request.end.end());
    const size_t hash = std::hash<BytesView>()({request.begin.begin(), common.first});
    Known& known = known_[hash % known_.size()];
    if (known.hash != hash) known = {hash, 0};
    return known.rows_max;
  }

 private:
  struct Known {
    size_t hash = 0;
    size_t rows_max = 0;
  };
  std::array<Known, 512> known_ = {};
};

}  // namespace keemun::keyspace
