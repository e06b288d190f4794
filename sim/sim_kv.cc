#include "sim/sim_kv.h"

#include <algorithm>
#include <iterator>

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
  const auto add = [&](const auto& row) {
    constexpr size_t kRowsLikely = 8;
    if (!request.mark.is_on(row.first)) return;
    if (page.rows.empty()) page.rows.reserve(std::min(request.rows_max, kRowsLikely));
    const BytesView value = ports::part_of(row.second, request.values);
    page.rows.push_back({row.first, Bytes(value)});
    counts_.scanned_bytes += static_cast<int64_t>(value.size());
  };
  // One bound is looked for and the other met on the way: most pages are short.
  const auto is_full = [&] { return page.rows.size() >= request.rows_max; };
  if (request.is_reverse) {
    const auto is_within = [&](auto row) {
      return row != rows_.begin() && std::prev(row)->first >= request.begin;
    };
    auto row = rows_.lower_bound(request.end);
    while (is_within(row) && !is_full()) add(*--row);
    page.has_more = is_within(row);
  } else {
    const auto is_within = [&](auto row) { return row != rows_.end() && row->first < request.end; };
    auto row = rows_.lower_bound(request.begin);
    for (; is_within(row) && !is_full(); ++row) add(*row);
    page.has_more = is_within(row);
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
  Before* before = profile_.loses_unsynced ? &unsynced_.emplace_back() : nullptr;
  for (const auto& range : batch.range_erases) erase(range, before);
  for (const auto& write : batch.writes) apply(write, before);
}

void SimKv::erase(const ports::WriteBatch::RangeErase& range, Before* before) {
  ++counts_.ranges_erased;
  const auto begin = rows_.lower_bound(range.begin);
  const auto end = rows_.lower_bound(range.end);
  for (auto row = begin; row != end; ++row) {
    if (notes_changes_) changes_.push_back(row->first);
    if (before != nullptr) before->emplace_back(row->first, std::move(row->second));
  }
  rows_.erase(begin, end);
}

void SimKv::apply(const ports::WriteBatch::Write& write, Before* before) {
  if (notes_changes_) changes_.push_back(write.key);
  const auto row = rows_.lower_bound(write.key);
  const bool is_there = row != rows_.end() && row->first == write.key;
  if (write.was_there != ports::WasThere::kUnknown) {
    counts_.rows_mistaken += (write.was_there == ports::WasThere::kYes) != is_there;
  }
  if (before != nullptr) {
    before->emplace_back(write.key,
                         is_there ? std::optional(std::move(row->second)) : std::nullopt);
  }
  if (write.is_erase) {
    ++counts_.rows_erased;
    if (is_there) rows_.erase(row);
  } else {
    ++counts_.rows_put;
    if (is_there) {
      row->second = write.value;
    } else {
      rows_.emplace_hint(row, write.key, write.value);
    }
  }
}

void SimKv::hand_over(ports::WriteBatch& batch) {
  commit(batch);
  for (auto& write : batch.writes) write = {};
  batch.range_erases.clear();
}

size_t SimKv::lose_commits(size_t count) {
  size_t lost = 0;
  for (; lost < count && !unsynced_.empty(); ++lost) {
    auto& before = unsynced_.back();
    for (auto row = before.rbegin(); row != before.rend(); ++row) {
      auto& [key, value] = *row;
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
