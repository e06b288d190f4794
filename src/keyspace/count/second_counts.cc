#include "keyspace/count/second_counts.h"

#include <algorithm>
#include <limits>

namespace keemun::keyspace {

bool SecondCounts::add(int64_t second, int64_t number) {
  const int64_t offset = second & (kSpanSeconds - 1);
  const auto span = spans_.try_emplace(second - offset).first;
  std::vector<Count>& counts = span->second;
  const auto place =
      std::lower_bound(counts.begin(), counts.end(), offset,
                       [](const Count& count, int64_t wanted) { return count.offset < wanted; });
  const bool is_there = place != counts.end() && place->offset == offset;
  const int64_t before = is_there ? place->number : 0;
  const bool fits = number >= -before && number <= std::numeric_limits<uint32_t>::max() - before;
  if (fits) total_ += number;
  if (fits && before + number == 0) {
    if (is_there) counts.erase(place);
  } else if (fits && is_there) {
    place->number = static_cast<uint32_t>(before + number);
  } else if (fits) {
    counts.insert(place, {static_cast<uint32_t>(offset), static_cast<uint32_t>(number)});
  }
  if (counts.empty()) spans_.erase(span);
  return fits;
}

void SecondCounts::drop_until(int64_t second) {
  while (!spans_.empty() && spans_.begin()->first <= second) {
    const auto span = spans_.begin();
    std::vector<Count>& counts = span->second;
    const auto end = std::find_if(counts.begin(), counts.end(), [&](const Count& count) {
      return span->first + count.offset > second;
    });
    for (auto at = counts.begin(); at != end; ++at) total_ -= at->number;
    counts.erase(counts.begin(), end);
    if (!counts.empty()) break;
    spans_.erase(span);
  }
}

void SecondCounts::clear() {
  spans_.clear();
  total_ = 0;
}

}  // namespace keemun::keyspace
