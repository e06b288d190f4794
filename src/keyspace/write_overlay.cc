#include "keyspace/write_overlay.h"

#include <algorithm>
#include <utility>

#include "base/check.h"

namespace keemun::keyspace {

using ports::ScanPage;
using ports::ScanRequest;
using ports::Stage;
using ports::WriteBatch;

namespace {

// The queued rows of one run, walked from either end.
template <typename Iterator, bool kReverse>
class Walk {
 public:
  Walk(Iterator low, Iterator high) : low_(low), high_(high) {}

  bool at_end() const { return low_ == high_; }
  const auto& operator*() const {
    if constexpr (kReverse) return *std::prev(high_);
    return *low_;
  }
  void advance() {
    if constexpr (kReverse) {
      --high_;
    } else {
      ++low_;
    }
  }

 private:
  Iterator low_;
  Iterator high_;
};

template <bool kReverse>
bool comes_before(BytesView a, BytesView b) {
  return kReverse ? b < a : a < b;
}

}  // namespace

WriteOverlay::Found WriteOverlay::find(BytesView key) const {
  const auto found = writes_.find(key);
  if (found != writes_.end()) {
    if (found->second.is_erase) return {Answer::kErased, nullptr};
    return {Answer::kPut, &found->second.value};
  }
  return {is_range_erased(key) ? Answer::kErased : Answer::kUnknown, nullptr};
}

bool WriteOverlay::is_range_erased(BytesView key) const {
  const auto behind = erased_.upper_bound(key);
  return behind != erased_.begin() && key < std::prev(behind)->second;
}

std::vector<std::optional<Bytes>> WriteOverlay::multi_get(ports::KvStore& below,
                                                          std::span<const Bytes> keys) const {
  if (empty()) return below.multi_get(keys);
  std::vector<std::optional<Bytes>> values(keys.size());
  std::vector<Bytes> unknown_keys;
  std::vector<size_t> unknown_at;
  for (size_t i = 0; i < keys.size(); ++i) {
    const Found found = find(keys[i]);
    if (found.answer == Answer::kPut) values[i] = *found.value;
    if (found.answer != Answer::kUnknown) continue;
    unknown_keys.push_back(keys[i]);
    unknown_at.push_back(i);
  }
  if (unknown_keys.empty()) return values;
  std::vector<std::optional<Bytes>> answers = below.multi_get(unknown_keys);
  for (size_t i = 0; i < unknown_at.size(); ++i) values[unknown_at[i]] = std::move(answers[i]);
  return values;
}

ScanPage WriteOverlay::scan(ports::KvStore& below, const ScanRequest& request) const {
  if (empty()) return below.scan(request);
  return request.is_reverse ? merge<true>(below, request) : merge<false>(below, request);
}

size_t WriteOverlay::count_writes(BytesView begin, BytesView end) const {
  constexpr size_t kCountMax = 256;
  size_t count = 0;
  for (auto at = writes_.lower_bound(begin); at != writes_.end() && at->first < end; ++at) {
    if (++count == kCountMax) break;
  }
  return count;
}

template <bool kReverse>
ScanPage WriteOverlay::merge(ports::KvStore& below, const ScanRequest& request) const {
  ScanPage result;
  if (request.begin >= request.end) return result;
  Walk<Writes::const_iterator, kReverse> own(writes_.lower_bound(request.begin),
                                             writes_.lower_bound(request.end));
  const auto emit_own = [&] {
    const auto& [key, pending] = *own;
    if (!pending.is_erase && request.mark.is_on(key))
      result.rows.push_back({key, request.keys_only ? Bytes() : pending.value});
    own.advance();
  };
  const auto is_full = [&] { return result.rows.size() == request.rows_max; };

  // Rows that are erased here are no part of the answer: asking for one more for each of them
  // finds it in one page where a few rows are sought behind many erased ones.
  const size_t rows_wanted = request.rows_max + count_writes(request.begin, request.end);

  Bytes begin(request.begin);
  Bytes end(request.end);
  for (bool has_more = true; has_more;) {
    ScanPage page =
        below.scan({begin, end, rows_wanted, kReverse, request.keys_only, request.mark});
    has_more = page.has_more && !page.rows.empty();
    if (has_more) {
      if constexpr (kReverse) {
        end = page.rows.back().key;
      } else {
        begin = page.rows.back().key + '\0';
      }
    }
    for (ports::Row& row : page.rows) {
      while (!is_full() && !own.at_end() && comes_before<kReverse>((*own).first, row.key))
        emit_own();
      if (is_full()) break;
      if (!own.at_end() && (*own).first == row.key) {
        emit_own();
      } else if (!is_range_erased(row.key)) {
        result.rows.push_back(std::move(row));
      }
    }
    if (is_full()) {
      result.has_more = true;
      return result;
    }
  }
  while (!is_full() && !own.at_end()) emit_own();
  result.has_more = !own.at_end();
  return result;
}

void WriteOverlay::put(Bytes key, Bytes value, Stage stage) {
  write(std::move(key), {std::move(value), false, stage});
}

void WriteOverlay::erase(Bytes key, Stage stage) {
  write(std::move(key), {Bytes(), true, stage});
}

void WriteOverlay::write(Bytes key, Pending pending) {
  byte_count_ += key.size() + pending.value.size();
  writes_.insert_or_assign(std::move(key), std::move(pending));
}

void WriteOverlay::erase_range(Bytes begin, Bytes end) {
  if (begin >= end) return;
  writes_.erase(writes_.lower_bound(begin), writes_.lower_bound(end));
  byte_count_ += begin.size() + end.size();
  hide(begin, end);
  range_erases_.push_back({std::move(begin), std::move(end)});
}

void WriteOverlay::hide(Bytes begin, Bytes end) {
  auto first = erased_.upper_bound(begin);
  if (first != erased_.begin() && std::prev(first)->second >= begin) {
    --first;
    begin = first->first;
  }
  auto last = first;
  for (; last != erased_.end() && last->first <= end; ++last) end = std::max(end, last->second);
  erased_.erase(first, last);
  erased_.emplace(std::move(begin), std::move(end));
}

WriteBatch WriteOverlay::copy() const {
  WriteBatch batch;
  batch.range_erases = range_erases_;
  batch.writes.reserve(writes_.size());
  for (const auto& [key, pending] : writes_) {
    batch.writes.push_back({key, pending.value, pending.is_erase});
  }
  return batch;
}

bool WriteOverlay::puts_within(BytesView begin, BytesView end) const {
  for (auto at = writes_.lower_bound(begin); at != writes_.end() && at->first < end; ++at) {
    if (!at->second.is_erase) return true;
  }
  return false;
}

void WriteOverlay::clear() {
  writes_.clear();
  range_erases_.clear();
  erased_.clear();
  byte_count_ = 0;
}

WriteBatch WriteOverlay::take(bool by_stage) {
  WriteBatch batch;
  batch.range_erases = std::exchange(range_erases_, {});
  erased_.clear();
  batch.writes.reserve(writes_.size());
  if (by_stage) {
    for (int stage = 0; stage <= static_cast<int>(Stage::kIndexLast); ++stage) {
      for (auto& [key, pending] : writes_) {
        if (static_cast<int>(pending.stage) != stage) continue;
        batch.writes.push_back({key, std::move(pending.value), pending.is_erase});
      }
    }
  } else {
    while (!writes_.empty()) {
      auto row = writes_.extract(writes_.begin());  // so that its key can be moved
      Pending& pending = row.mapped();
      batch.writes.push_back({std::move(row.key()), std::move(pending.value), pending.is_erase});
    }
  }
  writes_.clear();
  byte_count_ = 0;
  return batch;
}

}  // namespace keemun::keyspace
