#include "keyspace/memory/local_row_counts.h"

#include <algorithm>
#include <utility>

#include "format/key_range.h"

namespace keemun::keyspace {

using ports::PassedRows;
using ports::ScanRequest;

LocalRowCounts::LocalRowCounts(ports::KvStore& below, ports::Clock& clock, size_t bytes_max,
                               Grain grain)
    : below_(below), commits_(clock), page_rows_(grain.page_rows), counts_(bytes_max, grain) {}

PassedRows LocalRowCounts::pass_over(const ScanRequest& request) {
  if (!request.mark.bytes.empty()) return below_.pass_over(request);  // not of every row
  return counts_.pass_over(request, [this](const ScanRequest& part) { return read_page(part); });
}

PassedRows LocalRowCounts::read_page(const ScanRequest& part) {
  ScanRequest wanted = ports::page_to_pass(part);
  wanted.rows_max = std::min(wanted.rows_max, page_rows_);
  const auto before = commits_.before_read();
  const bool is_within_few = !part.around.end.empty();
  if (is_within_few) {
    PassedRows passed = below_.pass_over(wanted);
    if (commits_.may_remember(before)) counts_.add(wanted, passed);
    return passed;
  }
  const ports::ScanPage page = below_.scan(wanted);
  PassedRows passed = ports::passed_by(wanted, page);
  if (commits_.may_remember(before)) remember(wanted, page, passed.bound);
  return passed;
}

void LocalRowCounts::remember(const ScanRequest& request, const ports::ScanPage& page,
                              BytesView bound) {
  const size_t part_max = counts_.part_rows();
  Bytes near(near_bound(request));
  for (size_t first = 0; first == 0 || first < page.rows.size(); first += part_max) {
    const size_t count = std::min(part_max, page.rows.size() - first);
    Bytes far(bound);
    if (first + count < page.rows.size()) {
      far = page.rows[first + count - 1].key;
      if (!request.is_reverse) far = format::row_after(std::move(far));
    }
    counts_.add(request.is_reverse ? far : near, request.is_reverse ? near : far, count);
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
  counts_.change(batch);
  try {
    commits_.watch(commit);
  } catch (...) {
    counts_.forget(batch);
    throw;
  }
}

void LocalRowCounts::clear() {
  counts_.clear();
  commits_.disturb();
}

}  // namespace keemun::keyspace
