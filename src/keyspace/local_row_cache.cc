#include "keyspace/local_row_cache.h"

#include <algorithm>
#include <iterator>
#include <list>
#include <utility>

#include "ports/store_error.h"

namespace keemun::keyspace {

namespace {

constexpr size_t kDoubtsMax = 100'000;
constexpr int64_t kDoubtMs = 600'000;
constexpr size_t kEntryBytes = 160;  // what a row costs beside its bytes, its slots too

size_t cost_of(const RowTable::Row& row) {
  return kEntryBytes + row.byte_count();
}

std::optional<Bytes> copy_of(std::optional<BytesView> value) {
  return value ? std::optional(Bytes(*value)) : std::nullopt;
}

bool is_in(BytesView key, std::span<const ports::WriteBatch::RangeErase> ranges) {
  return std::any_of(ranges.begin(), ranges.end(),
                     [key](const auto& range) { return range.begin <= key && key < range.end; });
}

}  // namespace

// One row being read below. A commit of the row in the meantime spoils what is read.
class LocalRowCache::Reading {
 public:
  // `key` outlives it.
  Reading(LocalRowCache& cache, BytesView key)
      : cache_(cache), key_(key), is_spoiled_(cache.is_being_committed(key)) {
    cache_.readings_.push_back(this);
  }
  Reading(const Reading&) = delete;
  Reading& operator=(const Reading&) = delete;
  ~Reading() {
    const auto place = std::find(cache_.readings_.rbegin(), cache_.readings_.rend(), this);
    std::swap(*place, cache_.readings_.back());
    cache_.readings_.pop_back();
  }

  BytesView key() const { return key_; }
  void spoil() { is_spoiled_ = true; }
  void finish(const std::optional<Bytes>& value) {
    if (!is_spoiled_) cache_.remember(key_, value);
  }

 private:
  LocalRowCache& cache_;
  const BytesView key_;
  bool is_spoiled_;
};

// One commit under way: its rows are not known until it is over.
class LocalRowCache::Committing {
 public:
  Committing(LocalRowCache& cache, const ports::WriteBatch& batch) : cache_(cache) {
    if (!batch.range_erases.empty()) cache_.forget_ranges(batch.range_erases);
    for (const auto& write : batch.writes) {
      if (RowTable::Row* row = cache_.rows_.find(write.key)) row->is_known = false;
      for (Reading* reading : cache_.readings_) {
        if (reading->key() == write.key) reading->spoil();
      }
    }
    cache_.commits_.push_back(&batch);
    batch_ = &batch;
  }
  Committing(const Committing&) = delete;
  Committing& operator=(const Committing&) = delete;
  ~Committing() { std::erase(cache_.commits_, batch_); }

 private:
  LocalRowCache& cache_;
  const ports::WriteBatch* batch_;
};

LocalRowCache::LocalRowCache(ports::KvStore& below, ports::Clock& clock, size_t bytes_max,
                             std::optional<ports::RowMark> scanned, const TableHash& hash)
    : below_(below),
      clock_(clock),
      bytes_max_(bytes_max),
      scanned_(scanned),
      rows_(hash),
      doubts_(kDoubtsMax, kDoubtMs) {}

std::optional<Bytes> LocalRowCache::get(BytesView key) {
  if (const auto* known = find(key)) return copy_of(known->value());
  Reading reading(*this, key);
  std::optional<Bytes> value = below_.get(key);
  reading.finish(value);
  return value;
}

std::vector<std::optional<Bytes>> LocalRowCache::multi_get(std::span<const Bytes> keys) {
  std::vector<std::optional<Bytes>> values(keys.size());
  std::vector<Bytes> unknown;
  std::vector<size_t> places;
  std::list<Reading> readings;
  for (size_t i = 0; i < keys.size(); ++i) {
    if (const auto* known = find(keys[i])) {
      values[i] = copy_of(known->value());
      continue;
    }
    unknown.push_back(keys[i]);
    places.push_back(i);
    readings.emplace_back(*this, keys[i]);
  }
  if (unknown.empty()) return values;
  std::vector<std::optional<Bytes>> read = below_.multi_get(unknown);
  auto reading = readings.begin();
  for (size_t i = 0; i < unknown.size(); ++i) {
    (reading++)->finish(read[i]);
    values[places[i]] = std::move(read[i]);
  }
  return values;
}

ports::ScanPage LocalRowCache::scan(const ports::ScanRequest& request) {
  if (request.rows_max > 1 || !request.mark.bytes.empty()) return below_.scan(request);
  // Nothing can be in front of the row that stands right at the side where the scan begins.
  BytesView outermost = request.begin;
  if (request.is_reverse) {
    if (!request.end.ends_with('\0')) return below_.scan(request);
    outermost = request.end.substr(0, request.end.size() - 1);
  }
  if (outermost < request.begin || outermost >= request.end) return below_.scan(request);
  const auto* known = find(outermost);
  if (known == nullptr || !known->value()) return below_.scan(request);
  ports::ScanPage page;
  page.rows.push_back({Bytes(outermost), request.keys_only ? Bytes() : Bytes(*known->value())});
  page.has_more = true;
  return page;
}

void LocalRowCache::commit(const ports::WriteBatch& batch) {
  const uint64_t clearings_before = clearings_;
  {
    const Committing committing(*this, batch);
    try {
      below_.commit(batch);
    } catch (const ports::StoreError&) {
      for (const auto& write : batch.writes) doubts_.add(write.key, clock_.now_ms());
      if (!batch.range_erases.empty()) doubts_.add_all(clock_.now_ms());
      throw;
    }
  }
  if (clearings_ != clearings_before) return;  // the rows may be somebody else's, and changed
  for (const auto& write : batch.writes) {
    if (is_being_committed(write.key)) continue;
    // Where a row was that nobody has looked for, nobody is likely to look.
    if (write.is_erase && rows_.find(write.key) == nullptr) continue;
    remember(write.key, write.is_erase ? std::nullopt : std::optional<BytesView>(write.value));
  }
}

void LocalRowCache::clear() {
  rows_.clear();
  byte_count_ = 0;
  ++clearings_;
  for (Reading* reading : readings_) reading->spoil();
}

bool LocalRowCache::is_being_committed(BytesView key) const {
  return std::any_of(commits_.begin(), commits_.end(), [key](const ports::WriteBatch* batch) {
    return !batch->range_erases.empty() ||
           std::any_of(batch->writes.begin(), batch->writes.end(),
                       [key](const auto& write) { return write.key == key; });
  });
}

const RowTable::Row* LocalRowCache::find(BytesView key) {
  RowTable::Row* row = rows_.find(key);
  if (row == nullptr || !row->is_known) return nullptr;
  row->was_used = true;
  return row;
}

void LocalRowCache::remember(BytesView key, std::optional<BytesView> value) {
  if (scanned_ && scanned_->is_on(key)) return;
  const size_t cost = kEntryBytes + key.size() + (value ? value->size() : 0);
  const bool is_in_doubt = !doubts_.empty() && doubts_.holds(key, clock_.now_ms());
  RowTable::Row* row = rows_.find(key);
  if (cost > bytes_max_ || is_in_doubt) {
    if (row != nullptr) forget(*row);
    return;
  }
  if (row == nullptr) {
    row = &rows_.insert(key);
  } else {
    row->was_used = true;
    byte_count_ -= cost_of(*row);
  }
  row->set_value(value);
  row->is_known = true;
  byte_count_ += cost;
  make_room();
}

void LocalRowCache::make_room() {
  while (byte_count_ > bytes_max_) {
    RowTable::Row& oldest = *rows_.first();
    if (std::exchange(oldest.was_used, false)) {
      rows_.put_last(oldest);
    } else {
      forget(oldest);
    }
  }
}

void LocalRowCache::forget(RowTable::Row& row) {
  byte_count_ -= cost_of(row);
  rows_.erase(row);
}

void LocalRowCache::forget_ranges(std::span<const ports::WriteBatch::RangeErase> ranges) {
  for (RowTable::Row* row = rows_.first(); row != nullptr;) {
    RowTable::Row* const next = rows_.next(*row);
    if (is_in(row->key(), ranges)) forget(*row);
    row = next;
  }
  for (Reading* reading : readings_) {
    if (is_in(reading->key(), ranges)) reading->spoil();
  }
}

}  // namespace keemun::keyspace
