#include "sim/sim_kv.h"

#include <algorithm>

#include "base/check.h"

namespace keemun::sim {

using ports::ScanPage;

std::optional<Bytes> SimKv::find(BytesView key) const {
  const auto found = rows_.find(key);
  return found == rows_.end() ? std::nullopt : std::optional<Bytes>(found->second);
}

std::optional<Bytes> SimKv::get(BytesView key) {
  ++counts_.get_calls;
  ++counts_.gets;
  return find(key);
}

std::vector<std::optional<Bytes>> SimKv::multi_get(std::span<const Bytes> keys) {
  ++counts_.get_calls;
  counts_.gets += static_cast<int64_t>(keys.size());
  std::vector<std::optional<Bytes>> values;
  values.reserve(keys.size());
  for (const Bytes& key : keys) values.push_back(find(key));
  return values;
}

ScanPage SimKv::scan(const ports::ScanRequest& request) {
  CHECK(request.rows_max > 0);
  ++counts_.scan_pages;
  ScanPage page;
  if (request.begin >= request.end) return page;
  constexpr size_t kRowsLikely = 8;
  page.rows.reserve(std::min(request.rows_max, kRowsLikely));
  const auto low = rows_.lower_bound(request.begin);
  const auto high = rows_.lower_bound(request.end);
  const auto add = [&](const auto& row) {
    if (!request.mark.is_on(row.first)) return;
    page.rows.push_back({row.first, request.keys_only ? Bytes() : row.second});
  };
  if (request.is_reverse) {
    auto row = high;
    while (row != low && page.rows.size() < request.rows_max) add(*--row);
    page.has_more = row != low;
  } else {
    auto row = low;
    for (; row != high && page.rows.size() < request.rows_max; ++row) add(*row);
    page.has_more = row != high;
  }
  counts_.scanned_rows += static_cast<int64_t>(page.rows.size());
  return page;
}

bool SimKv::is_expected(const ports::WriteBatch& batch) const {
  return std::all_of(batch.expectations.begin(), batch.expectations.end(),
                     [this](const auto& expected) {
                       const auto row = rows_.find(expected.key);
                       if (row == rows_.end()) return !expected.value.has_value();
                       return expected.value && *expected.value == row->second;
                     });
}

void SimKv::commit(const ports::WriteBatch& batch) {
  CHECK(profile_.capabilities.conditional_batch || batch.expectations.empty());
  if (!is_expected(batch)) {
    throw ports::StoreError(ports::StoreError::Kind::kConflict, "a row is not as it was expected");
  }
  ++counts_.commits;
  ++last_commit_;
  if (profile_.loses_unsynced) remember_what_was(batch);
  if (notes_changes_) note_changes_of(batch);
  for (const auto& range : batch.range_erases) {
    ++counts_.ranges_erased;
    rows_.erase(rows_.lower_bound(range.begin), rows_.lower_bound(range.end));
  }
  for (const auto& write : batch.writes) {
    if (write.is_erase) {
      ++counts_.rows_erased;
      rows_.erase(write.key);
    } else {
      ++counts_.rows_put;
      rows_.insert_or_assign(write.key, write.value);
    }
  }
}

void SimKv::remember_what_was(const ports::WriteBatch& batch) {
  Before& before = unsynced_.emplace_back();
  for (const auto& range : batch.range_erases) {
    const auto end = rows_.lower_bound(range.end);
    for (auto row = rows_.lower_bound(range.begin); row != end; ++row) {
      before.emplace_back(row->first, row->second);
    }
  }
  for (const auto& write : batch.writes) before.emplace_back(write.key, find(write.key));
}

void SimKv::hand_over(ports::WriteBatch& batch) {
  commit(batch);
  for (auto& write : batch.writes) write = {};
  batch.range_erases.clear();
}

void SimKv::note_changes_of(const ports::WriteBatch& batch) {
  for (const auto& range : batch.range_erases) {
    const auto end = rows_.lower_bound(range.end);
    for (auto row = rows_.lower_bound(range.begin); row != end; ++row) {
      changes_.push_back(row->first);
    }
  }
  for (const auto& write : batch.writes) changes_.push_back(write.key);
}

size_t SimKv::lose_commits(size_t count) {
  size_t lost = 0;
  for (; lost < count && !unsynced_.empty(); ++lost) {
    for (auto& [key, value] : unsynced_.back()) {
      if (notes_changes_) changes_.push_back(key);
      if (value) {
        rows_.insert_or_assign(key, std::move(*value));
      } else {
        rows_.erase(key);
      }
    }
    unsynced_.pop_back();
  }
  return lost;
}

}  // namespace keemun::sim
