#include "keyspace/memory/local_run_cache.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <utility>

#include "format/key_range.h"

namespace keemun::keyspace {

using ports::PassedRows;
using ports::Row;
using ports::ScanPage;
using ports::ScanRequest;

namespace {

constexpr size_t kRunBytesMax = size_t{32} << 10;
constexpr size_t kPieceBytes = size_t{24} << 10;  // of a long page: with room for what is written
constexpr size_t kPageBytesMax = size_t{128} << 10;

// How many of the first rows make a piece: one at least, if there is any.
size_t piece_of(std::span<const Row> rows) {
  size_t bytes = kRunBytes;
  size_t count = 0;
  for (const Row& row : rows) {
    bytes += cost_of_row(row.key, row.value);
    if (count > 0 && bytes > kPieceBytes) break;
    ++count;
  }
  return count;
}

}  // namespace

// A commit under way. The runs that it changes hold what is to come, and nobody reads them before
// it has happened; else they are forgotten.
class LocalRunCache::Writing {
 public:
  Writing(LocalRunCache& cache, const ports::WriteBatch& batch)
      : cache_(cache), under_way_(cache.commits_) {
    if (cache_.runs_.empty()) return;
    for (const auto& range : batch.range_erases) cache_.forget_range(range.begin, range.end);
    // Of very many rows the store below had better take the very ones: here they are soon read
    // again.
    constexpr size_t kWritesMax = 1024;
    const bool forgets = batch.writes.size() > kWritesMax;
    for (const auto& write : batch.writes) {
      const auto place = cache_.find(write.key, false);
      if (place == cache_.runs_.end()) continue;
      Run& run = place->second;
      const bool is_anothers = run.written_by != number() && cache_.is_being_written(run);
      if (forgets || is_anothers) {  // who knows which of both comes last
        cache_.forget(place);
        continue;
      }
      if (!changes_runs_) cache_.writing_.push_back(number());
      changes_runs_ = true;
      run.written_by = number();
      cache_.write(place, write);
    }
  }
  Writing(const Writing&) = delete;
  Writing& operator=(const Writing&) = delete;
  ~Writing() {
    if (!changes_runs_) return;
    std::erase(cache_.writing_, number());
    if (!has_happened_) cache_.forget_written_by(number());
    cache_.make_room();
  }

  void done() { has_happened_ = true; }

 private:
  uint64_t number() const { return under_way_.number(); }

  LocalRunCache& cache_;
  const CommitWatch::UnderWay under_way_;
  bool changes_runs_ = false;
  bool has_happened_ = false;
};

ScanPage LocalRunCache::scan(const ScanRequest& request) {
  if (request.begin >= request.end) return {};
  const bool has_every_row = request.mark.bytes.empty();
  if (!has_every_row) return below_.scan(request);
  ScanPage page;
  ScanRequest rest = request;
  Bytes bound;
  if (take_known(rest, bound, page)) return page;

  const auto before = commits_.before_read();
  ScanRequest wider = rest;
  const bool reads_ahead = request.rows_ahead > 0 && request.values == ports::Values::kWhole;
  if (reads_ahead && before && !request.is_sweep) {
    wider.rows_max += std::min(request.rows_ahead, ahead_.rows_max_in(request));
  }
  ScanPage more = below_.scan(wider);
  if (!request.is_sweep && commits_.may_remember(before)) remember(wider, more);
  if (reads_ahead && !more.rows.empty()) {
    ahead_.rows_max_in(request) = kRunBytesMax / 2 * more.rows.size() / cost_of(more.rows);
  }
  page.has_more = more.has_more;
  if (more.rows.size() > rest.rows_max) {
    more.rows.resize(rest.rows_max);
    page.has_more = true;
  }
  if (page.rows.empty()) {
    page.rows = std::move(more.rows);
  } else {
    std::move(more.rows.begin(), more.rows.end(), std::back_inserter(page.rows));
  }
  return page;
}

PassedRows LocalRunCache::pass_over(const ScanRequest& request) {
  const bool may_be_known = request.mark.bytes.empty() && request.begin < request.end;
  if (!may_be_known) return KvStore::pass_over(request);
  auto passed = pass_known(request);
  if (!passed && !request.around.end.empty() && may_load(request.around.begin)) {
    load_all_of(request.around);
    passed = pass_known(request);
  }
  return passed ? std::move(*passed) : KvStore::pass_over(request);
}

std::optional<PassedRows> LocalRunCache::pass_known(const ScanRequest& request) {
  const auto place = readable(request);
  if (place == runs_.end()) return std::nullopt;
  const auto& [run_begin, run] = *place;
  by_use_.splice(by_use_.end(), by_use_, run.by_use);
  const std::span<const Row> rows = rows_within(*place, request);
  PassedRows passed;
  passed.rows = std::min(rows.size(), request.rows_max);
  if (passed.rows > 0) {
    passed.last_key = rows[request.is_reverse ? rows.size() - passed.rows : passed.rows - 1].key;
  }
  if (passed.rows < rows.size()) {
    passed.has_more = true;
    passed.bound = request.is_reverse ? passed.last_key : format::row_after(passed.last_key);
  } else if (request.is_reverse) {
    passed.has_more = request.begin < run_begin;
    passed.bound = std::max(request.begin, BytesView(run_begin));
  } else {
    passed.has_more = run.end < request.end;
    passed.bound = std::min(request.end, BytesView(run.end));
  }
  return passed;
}

bool LocalRunCache::may_load(BytesView begin) {
  const size_t hash = std::hash<BytesView>()(begin);
  if (place_in(too_long_, hash) == hash) return false;
  if (byte_count_ + kRunBytesMax <= bytes_max_) return true;
  return std::exchange(place_in(lately_asked_, hash), hash) == hash;
}

void LocalRunCache::load_all_of(ports::KeyBounds few) {
  constexpr size_t kFewMax = 512;
  const auto before = commits_.before_read();
  if (!before) return;
  const size_t hash = std::hash<BytesView>()(few.begin);
  const ScanPage page = below_.scan({few.begin, few.end, kFewMax, false, ports::Values::kHeads});
  const bool are_few = !page.has_more && cost_of(page.rows) <= std::min(kPageBytesMax, bytes_max_);
  const bool is_short =
      are_few && std::all_of(page.rows.begin(), page.rows.end(), [](const Row& row) {
        return row.value.size() < ports::kHeadBytes;  // or there may be more of it
      });
  if (!is_short) {
    place_in(too_long_, hash) = hash;
  } else if (commits_.may_remember(before)) {
    remember({few.begin, few.end, kFewMax}, page);
  }
}

void LocalRunCache::commit(const ports::WriteBatch& batch) {
  Writing writing(*this, batch);
  commits_.watch([&] { below_.commit(batch); });
  writing.done();
}

void LocalRunCache::hand_over(ports::WriteBatch& batch) {
  Writing writing(*this, batch);
  commits_.watch([&] { below_.hand_over(batch); });
  writing.done();
}

void LocalRunCache::clear() {
  runs_.clear();
  found_last_ = missed_last_ = runs_.end();
  by_use_.clear();
  byte_count_ = 0;
  commits_.disturb();
}

LocalRunCache::Runs::iterator LocalRunCache::readable(const ScanRequest& request) {
  const auto place = find(request.is_reverse ? request.end : request.begin, request.is_reverse);
  return place != runs_.end() && !is_being_written(place->second) ? place : runs_.end();
}

LocalRunCache::Runs::iterator LocalRunCache::find(BytesView bound, bool is_reverse) {
  const bool is_before_all = runs_.empty() || bound < runs_.begin()->first;  // as metas often are
  if (is_before_all) return runs_.end();
  const auto reaches = [&](const Runs::value_type& entry) {
    const auto& [begin, run] = entry;
    return is_reverse ? begin < bound && bound <= run.end : begin <= bound && bound < run.end;
  };
  if (found_last_ != runs_.end() && reaches(*found_last_)) return found_last_;
  // Runs do not overlap: no other that begins before it can reach it.
  const auto begins_before = [&](Runs::iterator run) {
    return is_reverse ? run->first < bound : run->first <= bound;
  };
  const bool is_same_gap =
      (missed_last_ == runs_.begin() || begins_before(std::prev(missed_last_))) &&
      (missed_last_ == runs_.end() || !begins_before(missed_last_));
  const auto next = is_same_gap  ? missed_last_
                    : is_reverse ? runs_.lower_bound(bound)
                                 : runs_.upper_bound(bound);
  if (next == runs_.begin() || !reaches(*std::prev(next))) {
    missed_last_ = next;
    return runs_.end();
  }
  return found_last_ = std::prev(next);
}

std::span<const Row> LocalRunCache::rows_within(const Runs::value_type& entry,
                                                const ScanRequest& request) {
  const auto& [run_begin, run] = entry;
  std::span<const Row> rows = run.rows.all();
  if (request.end < run.end) rows = rows.first(count_before(rows, request.end));
  if (run_begin < request.begin) rows = rows.subspan(count_before(rows, request.begin));
  return rows;
}

bool LocalRunCache::take_known(ScanRequest& rest, Bytes& bound, ScanPage& page) {
  while (true) {
    const auto place = readable(rest);
    if (place == runs_.end()) return false;
    const auto& [run_begin, run] = *place;
    if (!rest.is_sweep) by_use_.splice(by_use_.end(), by_use_, run.by_use);
    const std::span<const Row> rows = rows_within(*place, rest);
    const size_t count = std::min(rows.size(), rest.rows_max);
    page.rows.reserve(page.rows.size() + count);
    const auto add = [&](const Row& row) {
      Row& copy = page.rows.emplace_back();
      copy.key = row.key;
      copy.value = ports::part_of(row.value, rest.values);
    };
    if (rest.is_reverse) {
      std::for_each_n(rows.rbegin(), count, add);
    } else {
      std::for_each_n(rows.begin(), count, add);
    }
    // Where the run ends inside of the range, further rows may follow.
    const bool is_whole = run_begin <= rest.begin && rest.end <= run.end;
    page.has_more = rows.size() > count || !is_whole;
    rest.rows_max -= count;
    if (rest.rows_max == 0 || is_whole) return true;
    bound = rest.is_reverse ? run_begin : run.end;
    (rest.is_reverse ? rest.end : rest.begin) = bound;
  }
}

void LocalRunCache::remember(const ScanRequest& request, const ScanPage& page) {
  if (request.values != ports::Values::kWhole) return;
  if (page.has_more && page.rows.empty()) return;
  // Where more rows follow, nothing is known of what lies behind the last one.
  Bytes begin(request.begin);
  Bytes end(request.end);
  if (page.has_more && request.is_reverse) begin = page.rows.back().key;
  if (page.has_more && !request.is_reverse) end = format::row_after(page.rows.back().key);
  const size_t bytes_max = std::min(kPageBytesMax, bytes_max_);
  std::vector<Row> rows;
  if (kRunBytes + begin.size() + end.size() > bytes_max) return;
  if (cost_of(page.rows) + begin.size() + end.size() <= bytes_max) {
    rows = page.rows;
  } else if (request.is_reverse) {  // too much, but nothing is before the first that was found
    begin = format::row_after(page.rows.front().key);
  } else {
    end = page.rows.front().key;
  }
  if (begin >= end) return;
  forget_range(begin, end);
  if (request.is_reverse) std::reverse(rows.begin(), rows.end());
  insert_in_pieces(std::move(begin), end, rows);
  make_room();
}

void LocalRunCache::insert_in_pieces(Bytes begin, const Bytes& end, std::span<Row> rows) {
  while (true) {
    const auto piece = rows.first(piece_of(rows));
    rows = rows.subspan(piece.size());
    Bytes bound = rows.empty() ? end : rows.front().key;
    const auto place = insert(std::move(begin), bound,
                              {std::move_iterator(piece.begin()), std::move_iterator(piece.end())});
    join_next(place);
    if (place != runs_.begin()) join_next(std::prev(place));
    if (rows.empty()) return;
    begin = std::move(bound);
  }
}

LocalRunCache::Runs::iterator LocalRunCache::insert(Bytes begin, Bytes end, std::vector<Row> rows) {
  const auto place = runs_.emplace(std::move(begin), Run()).first;
  Run& run = place->second;
  run.bytes = cost_of(rows) + place->first.size() + end.size();
  run.end = std::move(end);
  run.rows = RunRows(std::move(rows));
  run.by_use = by_use_.insert(by_use_.end(), &place->first);
  byte_count_ += run.bytes;
  return place;
}

void LocalRunCache::join_next(Runs::iterator place) {
  const auto next = std::next(place);
  if (next == runs_.end()) return;
  Run& run = place->second;
  Run& other = next->second;
  if (run.end != next->first || run.bytes + other.bytes > kRunBytesMax) return;
  std::vector<Row> rows = run.rows.take();
  std::vector<Row> more = other.rows.take();
  std::move(more.begin(), more.end(), std::back_inserter(rows));
  run.end = std::move(other.end);
  forget(next);
  byte_count_ -= run.bytes;
  run.bytes = cost_of(rows) + place->first.size() + run.end.size();
  byte_count_ += run.bytes;
  run.rows = RunRows(std::move(rows));
  by_use_.splice(by_use_.end(), by_use_, run.by_use);
}

void LocalRunCache::forget(Runs::iterator place) {
  byte_count_ -= place->second.bytes;
  by_use_.erase(place->second.by_use);
  if (found_last_ == place) found_last_ = runs_.end();
  if (missed_last_ == place) missed_last_ = runs_.end();
  runs_.erase(place);
}

void LocalRunCache::forget_written_by(uint64_t commit) {
  for (auto place = runs_.begin(); place != runs_.end();) {
    const auto next = std::next(place);
    if (place->second.written_by == commit) forget(place);
    place = next;
  }
}

void LocalRunCache::forget_range(BytesView begin, BytesView end) {
  auto place = runs_.upper_bound(begin);
  if (place != runs_.begin() && begin < std::prev(place)->second.end) --place;
  while (place != runs_.end() && place->first < end) forget(place++);
}

void LocalRunCache::write(Runs::iterator place, const ports::WriteBatch::Write& write) {
  Run& run = place->second;
  const std::span<const Row> rows = run.rows.all();
  const size_t index = count_before(rows, write.key);
  const bool is_there = index < rows.size() && rows[index].key == write.key;
  size_t bytes = run.bytes;
  if (is_there) bytes -= cost_of_row(write.key, rows[index].value);
  if (!write.is_erase) bytes += cost_of_row(write.key, write.value);
  if (bytes > kRunBytesMax) return cut(place, write.key);  // before it costs more
  if (write.is_erase && is_there) {
    run.rows.erase(index);
  } else if (is_there) {
    run.rows.set_value(index, write.value);
  } else if (!write.is_erase) {
    run.rows.insert(index, {write.key, write.value});
  }
  byte_count_ = byte_count_ - run.bytes + bytes;
  run.bytes = bytes;
}

// Who writes at one end again and again, and takes from the other, is to find there what was known.
void LocalRunCache::cut(Runs::iterator place, BytesView grows_at) {
  Bytes begin = place->first;
  Bytes end = std::move(place->second.end);
  std::vector<Row> rows = place->second.rows.take();
  const uint64_t written_by = place->second.written_by;
  forget(place);
  const auto middle = rows.begin() + static_cast<std::ptrdiff_t>(rows.size() / 2);
  if (middle == rows.end()) return;
  if (grows_at < middle->key) {
    begin = middle->key;
    rows.erase(rows.begin(), middle);
  } else {
    end = middle->key;
    rows.erase(middle, rows.end());
  }
  if (begin >= end) return;
  insert(std::move(begin), std::move(end), std::move(rows))->second.written_by = written_by;
}

void LocalRunCache::make_room() {
  while (byte_count_ > bytes_max_) forget(runs_.find(*by_use_.front()));
}

}  // namespace keemun::keyspace
