#include "keyspace/local_row_counts.h"

#include <algorithm>
#include <utility>

#include "format/key_range.h"

namespace keemun::keyspace {

using ports::PassedRows;
using ports::ScanRequest;

namespace {

// What a walk over rows has before it, and what it leaves behind.
BytesView near_bound(const ScanRequest& request) {
  return request.is_reverse ? request.end : request.begin;
}

BytesView far_bound(const ScanRequest& request) {
  return request.is_reverse ? request.begin : request.end;
}

bool is_beyond(BytesView place, const ScanRequest& request) {
  return request.is_reverse ? place < request.begin : request.end < place;
}

}  // namespace

LocalRowCounts::LocalRowCounts(ports::KvStore& below, ports::Clock& clock, size_t bytes_max,
                               Grain grain)
    : below_(below),
      commits_(clock),
      grain_(grain),
      // Where there is no room for the small ranges of all rows, larger ones are still known.
      levels_{CountedRanges(grain.rows_max, bytes_max / 2),
              CountedRanges(grain.rows_max * grain.growth, bytes_max / 4),
              CountedRanges(grain.rows_max * grain.growth * grain.growth, bytes_max / 8),
              CountedRanges(grain.rows_max * grain.growth * grain.growth * grain.growth,
                            bytes_max / 8)} {}

PassedRows LocalRowCounts::pass_over(const ScanRequest& request) {
  if (!request.mark.bytes.empty()) return below_.pass_over(request);  // not of every row
  PassedRows passed = {0, Bytes(near_bound(request)), request.begin < request.end};
  // Commits leave small ranges that are known, and between them what has to be read.
  constexpr int kReadsMax = 16;
  int reads = 0;
  size_t rows_read = 0;
  while (passed.has_more && passed.rows < request.rows_max) {
    ScanRequest rest = request;
    rest.rows_max -= passed.rows;
    (rest.is_reverse ? rest.end : rest.begin) = passed.bound;
    auto more = step(rest);
    if (!more) {
      if (reads++ == kReadsMax || rows_read >= ports::kPassedRowsMax) break;
      more = read_page(rest);
      rows_read += more->rows;
    }
    more->rows += passed.rows;
    passed = std::move(*more);
  }
  return passed;
}

std::optional<PassedRows> LocalRowCounts::step(const ScanRequest& rest) {
  for (size_t level = levels_.size(); level-- > 0;) {
    const auto known = levels_[level].beside(near_bound(rest), rest.is_reverse);
    if (!known || known->rows > rest.rows_max) continue;
    if ((rest.is_reverse ? known->end : known->begin) != near_bound(rest)) continue;
    const Bytes bound(rest.is_reverse ? known->begin : known->end);
    if (is_beyond(bound, rest)) continue;
    const auto [begin, end, rows] = *known;  // of this level: those above do not touch it
    for (size_t above = level + 1; above < levels_.size(); ++above) {
      levels_[above].add(begin, end, rows);
    }
    return PassedRows{rows, bound, bound != far_bound(rest)};
  }
  return std::nullopt;
}

PassedRows LocalRowCounts::read_page(const ScanRequest& rest) {
  CountedRanges& smallest = levels_.front();
  Bytes limit(far_bound(rest));
  const auto stop_at = [&](BytesView bound) {
    if (!is_beyond(bound, rest)) limit = bound;
  };
  if (const auto known = smallest.beside(near_bound(rest), rest.is_reverse)) {
    stop_at(rest.is_reverse ? known->begin : known->end);
  } else if (const auto next = smallest.next_bound(near_bound(rest), rest.is_reverse)) {
    stop_at(*next);
  }
  ScanRequest wanted = ports::page_to_pass(rest);
  (wanted.is_reverse ? wanted.begin : wanted.end) = limit;
  wanted.rows_max = std::min(wanted.rows_max, grain_.page_rows);
  const auto before = commits_.before_read();
  const ports::ScanPage page = below_.scan(wanted);
  PassedRows passed = ports::passed_by(wanted, page);
  if (commits_.may_remember(before)) remember(wanted, page, passed.bound);
  passed.has_more = passed.bound != far_bound(rest);
  return passed;
}

void LocalRowCounts::remember(const ScanRequest& request, const ports::ScanPage& page,
                              BytesView bound) {
  const size_t part_max = std::max<size_t>(grain_.rows_max / 2, 1);
  Bytes near(near_bound(request));
  for (size_t first = 0; first == 0 || first < page.rows.size(); first += part_max) {
    const size_t count = std::min(part_max, page.rows.size() - first);
    Bytes far(bound);
    if (first + count < page.rows.size()) {
      far = page.rows[first + count - 1].key;
      if (!request.is_reverse) far = format::row_after(std::move(far));
    }
    for (CountedRanges& level : levels_) {
      level.add(request.is_reverse ? far : near, request.is_reverse ? near : far, count);
    }
    near = std::move(far);
  }
}

void LocalRowCounts::commit(const ports::WriteBatch& batch) {
  commit_by(batch, [&] { below_.commit(batch); });
}

void LocalRowCounts::hand_over(ports::WriteBatch& batch) {
  commit_by(batch, [&] { below_.hand_over(batch); });
}

template <typename Commit>
void LocalRowCounts::commit_by(const ports::WriteBatch& batch, Commit&& commit) {
  const CommitWatch::UnderWay under_way(commits_);
  forget_what_changes(batch);
  commits_.watch(commit);
}

void LocalRowCounts::forget_what_changes(const ports::WriteBatch& batch) {
  for (CountedRanges& level : levels_) {
    for (const auto& range : batch.range_erases) level.forget_range(range.begin, range.end);
    if (level.empty()) continue;
    for (const auto& write : batch.writes) level.forget(write.key);
  }
}

void LocalRowCounts::clear() {
  for (CountedRanges& level : levels_) level.clear();
  commits_.disturb();
}

size_t LocalRowCounts::byte_count() const {
  size_t bytes = 0;
  for (const CountedRanges& level : levels_) bytes += level.byte_count();
  return bytes;
}

}  // namespace keemun::keyspace
