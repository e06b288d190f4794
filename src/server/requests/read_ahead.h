// How many pages are read for a request that was broken off for want of one. Who comes back for
// more of what it walks over is likely to want all of it, and gets four times as many each time.
// Who looks here and there, as whoever draws a key by chance, gets what it asked for.
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "base/bytes.h"

namespace keemun::server {

// So often broken off, itself included: so many times as much.
inline size_t growth_of_reads(int cold_reads) {
  constexpr int kReadsThatGrow = 6;
  return size_t{1} << (2 * (std::min(cold_reads, kReadsThatGrow) - 1));
}

// Of one request.
class ReadAhead {
 public:
  // By where the walk goes (ColdRead::walk()), empty for none.
  size_t pages_for(Bytes&& walk, int cold_reads) {
    if (walk.empty()) return 1;
    if (std::find(walks_.begin(), walks_.end(), walk) != walks_.end()) {
      return growth_of_reads(cold_reads);
    }
    walks_.push_back(std::move(walk));
    return 1;
  }

 private:
  std::vector<Bytes> walks_;
};

}  // namespace keemun::server
