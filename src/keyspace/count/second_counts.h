// How many keys have their time over by each second: a few bytes for a second that has any, since
// keys may have as many different ones as there are keys.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

namespace keemun::keyspace {

class SecondCounts {
 public:
  // So many more keys, or less. False, and for nothing, where there would be less than none.
  bool add(int64_t second, int64_t number);
  // All up to this one are over.
  void drop_until(int64_t second);
  int64_t total() const { return total_; }
  void clear();

  // In their order.
  template <typename Visit>
  void for_each(Visit&& visit) const {
    for (const auto& [begin, counts] : spans_) {
      for (const Count& count : counts) visit(begin + count.offset, int64_t{count.number});
    }
  }

 private:
  static constexpr int64_t kSpanSeconds = 4096;  // few enough to make room among them for one

  struct Count {
    uint32_t offset = 0;  // in its span
    uint32_t number = 0;  // never 0
  };

  std::map<int64_t, std::vector<Count>> spans_;  // by their beginning; none is empty
  int64_t total_ = 0;
};

}  // namespace keemun::keyspace
