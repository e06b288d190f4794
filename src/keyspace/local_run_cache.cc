#include "keyspace/local_run_cache.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "format/key_range.h"
#include "ports/store_error.h"

namespace keemun::keyspace {

using ports::Row;
using ports::ScanPage;
using ports::ScanRequest;

namespace {

constexpr int64_t kDoubtMs = 600'000;
constexpr size_t kRunBytesMax = size_t{32} << 10;
constexpr size_t kRunBytes = 200;  // what a run and a row cost beside their bytes
constexpr size_t kRowBytes = sizeof(Row) + 32;

size_t cost_of(std::span<const Row> rows) {
  size_t bytes = kRunBytes;
  for (const Row& row : rows) bytes += kRowBytes + row.key.size() + row.value.size();
  return bytes;
}

// The first of ascending rows that is not before `key`.
auto first_from(std::span<const Row> rows, BytesView key) {
  return std::lower_bound(rows.begin(), rows.end(), key,
                          [](const Row& row, BytesView bound) { return row.key < bound; });
}

}  // namespace

ScanPage LocalRunCache::scan(const ScanRequest& request) {
  if (request.begin >= request.end) return {};
  if (!request.mark.bytes.empty()) return below_.scan(request);  // not every row, so not a run
  const auto place = find(request);
  if (place != runs_.end()) {
    if (auto page = answer(*place, request)) {
      by_use_.splice(by_use_.end(), by_use_, place->second.by_use);
      return std::move(*page);
    }
  }
  const bool may_remember = commits_under_way_ == 0 && clock_.now_ms() >= in_doubt_until_ms_;
  const uint64_t commits_before = commits_begun_;
  ScanRequest wider = request;
  if (may_remember) wider.rows_max += std::min(request.rows_ahead, rows_ahead_max_);
  ScanPage page = below_.scan(wider);
  if (may_remember && commits_begun_ == commits_before) remember(wider, page);
  if (request.rows_ahead > 0 && !page.rows.empty()) {
    rows_ahead_max_ = kRunBytesMax / 2 * page.rows.size() / cost_of(page.rows);
  }
  if (page.rows.size() > request.rows_max) {
    page.rows.resize(request.rows_max);
    page.has_more = true;
  }
  return page;
}

void LocalRunCache::commit(const ports::WriteBatch& batch) {
  struct UnderWay {
    explicit UnderWay(size_t& its_count) : count(its_count) { ++count; }
    ~UnderWay() { --count; }
    size_t& count;
  } under_way(commits_under_way_);
  ++commits_begun_;
  forget_touched(batch);
  try {
    below_.commit(batch);
  } catch (const ports::StoreError&) {
    in_doubt_until_ms_ = clock_.now_ms() + kDoubtMs;
    throw;
  }
}

void LocalRunCache::clear() {
  runs_.clear();
  by_use_.clear();
  byte_count_ = 0;
  ++commits_begun_;  // what is being read is not remembered
}

LocalRunCache::Runs::iterator LocalRunCache::find(const ScanRequest& request) {
  // Runs do not overlap: the last that begins before the place is the only one that can hold it.
  const auto behind =
      request.is_reverse ? runs_.lower_bound(request.end) : runs_.upper_bound(request.begin);
  if (behind == runs_.begin()) return runs_.end();
  const auto place = std::prev(behind);
  const Bytes& end = place->second.end;
  const bool holds = request.is_reverse ? request.end <= end : request.begin < end;
  return holds ? place : runs_.end();
}

std::optional<ScanPage> LocalRunCache::answer(const Runs::value_type& place,
                                              const ScanRequest& request) {
  const auto& [run_begin, run] = place;
  const std::span<const Row> rows(run.rows);
  const auto first = first_from(rows, request.begin);
  const auto last = first_from(rows, request.end);
  const auto found = static_cast<size_t>(last - first);
  // Where the run ends inside of the range, further rows may follow.
  const bool is_whole = run_begin <= request.begin && request.end <= run.end;
  if (found < request.rows_max && !is_whole) return std::nullopt;
  ScanPage page;
  page.has_more = found > request.rows_max || !is_whole;
  const size_t count = std::min(found, request.rows_max);
  page.rows.reserve(count);
  const auto add = [&](const Row& row) {
    page.rows.push_back({row.key, request.keys_only ? Bytes() : row.value});
  };
  if (request.is_reverse) {
    std::for_each_n(std::reverse_iterator(last), count, add);
  } else {
    std::for_each_n(first, count, add);
  }
  return page;
}

void LocalRunCache::remember(const ScanRequest& request, const ScanPage& page) {
  if (request.keys_only) return;
  const size_t cost = cost_of(page.rows) + request.begin.size() + request.end.size();
  if (cost > std::min(kRunBytesMax, bytes_max_)) return;
  // Where more rows follow, nothing is known of what lies behind the last one.
  Bytes begin(request.begin);
  Bytes end(request.end);
  if (page.has_more && page.rows.empty()) return;
  if (page.has_more && request.is_reverse) begin = page.rows.back().key;
  if (page.has_more && !request.is_reverse) end = format::row_after(page.rows.back().key);
  forget_range(begin, end);
  const auto place = runs_.emplace(std::move(begin), Run()).first;
  Run& run = place->second;
  run.end = std::move(end);
  run.rows = page.rows;
  if (request.is_reverse) std::reverse(run.rows.begin(), run.rows.end());
  run.bytes = cost;
  run.by_use = by_use_.insert(by_use_.end(), &place->first);
  byte_count_ += cost;
  while (byte_count_ > bytes_max_) forget(runs_.find(*by_use_.front()));
}

void LocalRunCache::forget(Runs::iterator place) {
  byte_count_ -= place->second.bytes;
  by_use_.erase(place->second.by_use);
  runs_.erase(place);
}

void LocalRunCache::forget_range(BytesView begin, BytesView end) {
  auto place = runs_.upper_bound(begin);
  if (place != runs_.begin() && begin < std::prev(place)->second.end) --place;
  while (place != runs_.end() && place->first < end) forget(place++);
}

void LocalRunCache::forget_touched(const ports::WriteBatch& batch) {
  if (runs_.empty()) return;
  for (const auto& range : batch.range_erases) forget_range(range.begin, range.end);
  for (const auto& write : batch.writes) {
    const auto behind = runs_.upper_bound(write.key);
    if (behind == runs_.begin()) continue;
    const auto place = std::prev(behind);
    if (write.key < place->second.end) cut(place, write.key);
  }
}

void LocalRunCache::cut(Runs::iterator place, BytesView key) {
  Run& run = place->second;
  const std::span<const Row> rows(run.rows);
  const auto before_count = first_from(rows, key) - rows.begin();
  auto behind_count = std::ssize(rows) - before_count;
  if (behind_count > 0 && rows.end()[-behind_count].key == key) --behind_count;
  if (before_count == 0 && behind_count == 0) return forget(place);
  const bool keeps_front = before_count >= behind_count;
  const auto lost_begin = keeps_front ? run.rows.begin() + before_count : run.rows.begin();
  const auto lost_end = keeps_front ? run.rows.end() : run.rows.end() - behind_count;
  const size_t lost_bytes = cost_of(std::span(lost_begin, lost_end)) - kRunBytes;
  run.rows.erase(lost_begin, lost_end);
  run.bytes -= lost_bytes;
  byte_count_ -= lost_bytes;
  if (keeps_front) {
    run.end = Bytes(key);
    return;
  }
  auto node = runs_.extract(place);
  node.key() = format::row_after(Bytes(key));
  runs_.insert(std::move(node));
}

}  // namespace keemun::keyspace
