#include "keyspace/hollow_spans.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "format/key_range.h"

namespace keemun::keyspace {

void HollowSpans::add(BytesView begin, BytesView end) {
  if (begin >= end) return;
  Bytes low(begin);
  Bytes high(end);
  auto span = spans_.upper_bound(begin);
  if (span != spans_.begin() && std::prev(span)->second >= begin) --span;
  while (span != spans_.end() && span->first <= high) {
    low = std::min(low, span->first);
    high = std::max(high, span->second);
    span = spans_.erase(span);
  }
  spans_.emplace(std::move(low), std::move(high));
}

void HollowSpans::fill(BytesView key) {
  auto span = spans_.upper_bound(key);
  if (span == spans_.begin() || (--span)->second <= key) return;
  Bytes behind = format::row_after(Bytes(key));
  if (behind < span->second) spans_.emplace(std::move(behind), span->second);
  if (span->first < key) {
    span->second = key;
  } else {
    spans_.erase(span);
  }
}

void HollowSpans::leave_out(ports::ScanRequest& request) const {
  const auto begins_in = spans_.upper_bound(request.begin);
  if (begins_in != spans_.begin()) {
    request.begin = std::max(request.begin, BytesView(std::prev(begins_in)->second));
  }
  const auto ends_in = spans_.lower_bound(request.end);
  if (ends_in != spans_.begin()) {
    const auto& [begin, end] = *std::prev(ends_in);
    if (request.end <= end) request.end = std::max(request.begin, BytesView(begin));
  }
}

}  // namespace keemun::keyspace
