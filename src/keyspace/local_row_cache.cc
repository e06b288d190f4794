#include "keyspace/local_row_cache.h"

#include <iterator>
#include <utility>

#include "ports/store_error.h"

namespace keemun::keyspace {

namespace {

constexpr size_t kDoubtsMax = 100'000;
constexpr int64_t kDoubtMs = 600'000;
constexpr size_t kEntryBytes = 160;  // what an entry costs beside its key and value

size_t cost_of(BytesView key, const std::optional<Bytes>& value) {
  return kEntryBytes + key.size() + (value ? value->size() : 0);
}

}  // namespace

// One row being read below. A commit of the row in the meantime spoils what is read.
class LocalRowCache::Reading {
 public:
  Reading(LocalRowCache& cache, BytesView key)
      : cache_(cache),
        is_spoiled_(cache.range_commits_ > 0 || cache.committing_.contains(key)),
        place_(cache.reading_.emplace(Bytes(key), this)) {}
  Reading(const Reading&) = delete;
  Reading& operator=(const Reading&) = delete;
  ~Reading() { cache_.reading_.erase(place_); }

  void spoil() { is_spoiled_ = true; }
  void finish(const std::optional<Bytes>& value) {
    if (!is_spoiled_) cache_.remember(place_->first, value);
  }

 private:
  LocalRowCache& cache_;
  bool is_spoiled_;
  const std::multimap<Bytes, Reading*, std::less<>>::iterator place_;
};

// One commit under way: its rows are not known until it is over.
class LocalRowCache::Committing {
 public:
  Committing(LocalRowCache& cache, const ports::WriteBatch& batch) : cache_(cache), batch_(batch) {
    for (const auto& range : batch_.range_erases) cache_.forget_range(range);
    if (!batch_.range_erases.empty()) ++cache_.range_commits_;
    for (const auto& write : batch_.writes) {
      if (const auto known = cache_.entries_.find(write.key); known != cache_.entries_.end()) {
        cache_.forget(known);
      }
      const auto [first, last] = cache_.reading_.equal_range(write.key);
      for (auto reading = first; reading != last; ++reading) reading->second->spoil();
      cache_.committing_.insert(write.key);
    }
  }
  Committing(const Committing&) = delete;
  Committing& operator=(const Committing&) = delete;
  ~Committing() {
    for (const auto& write : batch_.writes) {
      cache_.committing_.erase(cache_.committing_.find(write.key));
    }
    if (!batch_.range_erases.empty()) --cache_.range_commits_;
  }

 private:
  LocalRowCache& cache_;
  const ports::WriteBatch& batch_;
};

LocalRowCache::LocalRowCache(ports::KvStore& below, ports::Clock& clock, size_t bytes_max)
    : below_(below), clock_(clock), bytes_max_(bytes_max), doubts_(kDoubtsMax, kDoubtMs) {}

std::optional<Bytes> LocalRowCache::get(BytesView key) {
  if (const auto* known = find(key)) return *known;
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
      values[i] = *known;
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

void LocalRowCache::commit(const ports::WriteBatch& batch) {
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
  if (range_commits_ > 0) return;
  for (const auto& write : batch.writes) {
    if (committing_.contains(write.key)) continue;
    remember(write.key, write.is_erase ? std::nullopt : std::optional(write.value));
  }
}

void LocalRowCache::clear() {
  entries_.clear();
  by_use_.clear();
  byte_count_ = 0;
  for (const auto& [key, reading] : reading_) reading->spoil();
}

const std::optional<Bytes>* LocalRowCache::find(BytesView key) {
  const auto found = entries_.find(key);
  if (found == entries_.end()) return nullptr;
  by_use_.splice(by_use_.end(), by_use_, found->second.place);
  return &found->second.value;
}

void LocalRowCache::remember(BytesView key, std::optional<Bytes> value) {
  const size_t cost = cost_of(key, value);
  if (const auto found = entries_.find(key); found != entries_.end()) forget(found);
  if (cost > bytes_max_ || doubts_.holds(key, clock_.now_ms())) return;
  while (byte_count_ + cost > bytes_max_) forget(by_use_.front());
  const auto entry = entries_.emplace(Bytes(key), Entry{std::move(value), {}}).first;
  entry->second.place = by_use_.insert(by_use_.end(), entry);
  byte_count_ += cost;
}

void LocalRowCache::forget(Entries::iterator entry) {
  byte_count_ -= cost_of(entry->first, entry->second.value);
  by_use_.erase(entry->second.place);
  entries_.erase(entry);
}

void LocalRowCache::forget_range(const ports::WriteBatch::RangeErase& range) {
  auto entry = entries_.lower_bound(range.begin);
  while (entry != entries_.end() && entry->first < range.end) forget(entry++);
  const auto end = reading_.lower_bound(range.end);
  for (auto reading = reading_.lower_bound(range.begin); reading != end; ++reading) {
    reading->second->spoil();
  }
}

}  // namespace keemun::keyspace
