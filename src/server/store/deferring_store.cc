#include "server/store/deferring_store.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "format/key_range.h"

namespace keemun::server {

namespace {

// Their values may be large, and nobody looks at them.
constexpr size_t kRowsAtOnce = 16;

}  // namespace

void ColdRead::expect(std::vector<Bytes> rows, size_t rows_max) {
  auto next = rows.begin();
  if (!keys_.empty()) {
    const auto missing = std::find(rows.begin(), rows.end(), keys_.back());
    if (missing != rows.end()) next = missing + 1;
  }
  const size_t count = std::min(static_cast<size_t>(rows.end() - next), rows_max);
  std::move(next, next + static_cast<std::ptrdiff_t>(count), std::back_inserter(keys_));
}

Bytes ColdRead::walk() const {
  const bool is_look = !page_ || page_->rows_max == 1;
  if (is_look) return {};
  return page_->is_reverse ? "<" + begin_ : ">" + end_;
}

std::vector<ColdRead> ColdRead::split(size_t parts_max) && {
  const size_t part_count = std::clamp<size_t>(keys_.size() / kRowsAtOnce, 1, parts_max);
  const size_t rows_each = keys_.size() / part_count;
  std::vector<ColdRead> parts;
  for (size_t i = 1; i < part_count; ++i) {
    const auto begin = keys_.end() - static_cast<std::ptrdiff_t>(rows_each);
    std::vector<Bytes> rows(rows_each);
    std::move(begin, keys_.end(), rows.begin());
    keys_.erase(begin, keys_.end());
    parts.emplace_back(std::move(rows));
  }
  parts.push_back(std::move(*this));
  return parts;
}

void ColdRead::ask(ports::KvStore& store, size_t pages_max,
                   const std::atomic<bool>& is_over) const {
  for (std::span<const Bytes> left = keys_; !left.empty() && !is_over;) {
    const size_t count = std::min(left.size(), kRowsAtOnce);
    store.multi_get(left.first(count));
    left = left.subspan(count);
  }
  if (!page_) return;
  ports::ScanRequest request = *page_;
  request.mark.bytes = mark_;
  Bytes begin = begin_;
  Bytes end = end_;
  for (size_t i = 0; i < pages_max && !is_over; ++i) {
    request.begin = begin;
    request.end = end;
    const ports::ScanPage page = store.scan(request);
    if (!page.has_more || page.rows.empty()) return;
    Bytes& edge = request.is_reverse ? end : begin;
    edge = request.is_reverse ? page.rows.back().key : format::row_after(page.rows.back().key);
  }
}

std::optional<Bytes> DeferringStore::get(BytesView key) {
  if (!is_in_a_hurry_) return below_.get(key);
  if (auto value = below_.get_from_memory(key)) return std::move(*value);
  throw ColdRead(std::vector{Bytes(key)});
}

std::vector<std::optional<Bytes>> DeferringStore::multi_get(std::span<const Bytes> keys) {
  if (!is_in_a_hurry_) return below_.multi_get(keys);
  if (auto values = below_.multi_get_from_memory(keys)) return std::move(*values);
  throw ColdRead(std::vector(keys.begin(), keys.end()));
}

ports::ScanPage DeferringStore::scan(const ports::ScanRequest& request) {
  if (!is_in_a_hurry_) return below_.scan(request);
  if (auto page = below_.scan_from_memory(request)) return std::move(*page);
  throw ColdRead(request);
}

}  // namespace keemun::server
