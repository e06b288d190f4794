#include "keyspace/memory/local_row_cache.h"

#include <algorithm>
#include <list>
#include <utility>

#include "ports/store_error.h"

namespace keemun::keyspace {

namespace {

constexpr size_t kDoubtsMax = 100'000;
constexpr size_t kComingKept = 4096;
constexpr size_t kEntryBytes = 96;  // what a row costs beside its bytes, its slots too

size_t cost_of(const RowTable::Row& row) {
  return kEntryBytes + row.byte_count();
}

std::optional<Bytes> copy_of(std::optional<BytesView> value) {
  return value ? std::optional(Bytes(*value)) : std::nullopt;
}

}  // namespace

// One row being read below. A commit of the row in the meantime spoils what is read.
class LocalRowCache::Reading {
 public:
  // `key` outlives it.
  Reading(LocalRowCache& cache, BytesView key, uint64_t hash)
      : cache_(cache), key_(key), hash_(hash), is_spoiled_(cache.is_being_committed(key)) {
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
    if (!is_spoiled_) cache_.remember(key_, hash_, value);
  }

 private:
  LocalRowCache& cache_;
  const BytesView key_;
  const uint64_t hash_;
  bool is_spoiled_;
};

// One commit under way: its rows hold what is to come, and are not known until it is over. So each
// is looked for once, unless others take rows from the table meanwhile. Of two commits of a row
// that are under way at once nobody knows which comes last: neither is remembered.
class LocalRowCache::Committing {
 public:
  Committing(LocalRowCache& cache, const ports::WriteBatch& batch)
      : cache_(cache), batch_(batch), coming_(std::exchange(cache.spare_coming_, {})) {
    if (!batch.range_erases.empty()) cache_.forget_ranges(batch.range_erases);
    prepare_all();
    erasures_ = cache_.rows_.erasures();
    cache_.commits_.push_back(this);
  }
  Committing(const Committing&) = delete;
  Committing& operator=(const Committing&) = delete;
  ~Committing() {
    std::erase(cache_.commits_, this);
    coming_.clear();
    if (coming_.capacity() <= kComingKept) cache_.spare_coming_ = std::move(coming_);
    cache_.make_room();
  }

  bool changes(BytesView key) const {
    return !batch_.range_erases.empty() ||
           std::any_of(batch_.writes.begin(), batch_.writes.end(),
                       [key](const auto& write) { return write.key == key; });
  }
  // Rows that another commit changes, too.
  template <typename IsOther>
  void give_up(const IsOther& is_other) {
    for (size_t i = 0; i < coming_.size(); ++i) {
      if (is_other(batch_.writes[i].key)) coming_[i].row = nullptr;
    }
  }

  // It has happened.
  void done() {
    const bool are_there = cache_.rows_.erasures() == erasures_;
    for (size_t i = 0; i < coming_.size(); ++i) {
      const auto [row, hash] = coming_[i];
      if (row == nullptr) continue;
      if (!are_there) {  // others have run, so that nobody has taken the batch
        cache_.remember(batch_.writes[i].key, hash, value_of(batch_.writes[i]));
      } else if (cache_.is_in_doubt(row->key())) {
        cache_.forget(*row);
      } else {
        row->is_known = true;
      }
    }
  }

 private:
  static std::optional<BytesView> value_of(const ports::WriteBatch::Write& write) {
    return write.is_erase ? std::nullopt : std::optional<BytesView>(write.value);
  }

  void prepare_all() {
    coming_.resize(batch_.writes.size());
    for (size_t begin = 0; begin < coming_.size(); begin += kRowsAtOnce) {
      const size_t end = std::min(begin + kRowsAtOnce, coming_.size());
      for (size_t i = begin; i < end; ++i) fetch(i);
      for (size_t i = begin; i < end; ++i) cache_.rows_.fetch_row(coming_[i].hash);
      for (size_t i = begin; i < end; ++i) prepare(i);
    }
  }

  void fetch(size_t place) {
    coming_[place].hash = cache_.rows_.hash_of(batch_.writes[place].key);
    cache_.rows_.fetch_slot(coming_[place].hash);
  }

  void prepare(size_t place) {
    const ports::WriteBatch::Write& write = batch_.writes[place];
    auto& [row, hash] = coming_[place];
    row = cache_.rows_.find(write.key, hash);
    if (row != nullptr) row->is_known = false;
    row = take_over(write, row, hash);
    if (row != nullptr) byte_count_ += cost_of(*row);
    for (Reading* reading : cache_.readings_) {
      if (reading->key() == write.key) reading->spoil();
    }
  }

  // The row with what is to come, of the one that there is; null where it will not be remembered.
  RowTable::Row* take_over(const ports::WriteBatch::Write& write, RowTable::Row* row,
                           uint64_t hash) {
    if (cache_.is_being_committed(write.key)) {
      for (Committing* other : cache_.commits_) {
        other->give_up([&](BytesView key) { return key == write.key; });
      }
      return nullptr;
    }
    // Where a row was that nobody has looked for, nobody is likely to look; and of very many that
    // are written at once most are not asked for soon, while others are that they would drive out.
    constexpr size_t kNewRowsMax = 1024;
    if (row == nullptr && (write.is_erase || batch_.writes.size() > kNewRowsMax)) return nullptr;
    if (byte_count_ > cache_.bytes_max_) {
      if (row != nullptr) cache_.forget(*row);
      return nullptr;
    }
    return cache_.store(row, write.key, hash, value_of(write));
  }

  LocalRowCache& cache_;
  const ports::WriteBatch& batch_;
  std::vector<Coming> coming_;  // by the places of the writes
  size_t byte_count_ = 0;       // that they take in the cache
  uint64_t erasures_ = 0;
};

LocalRowCache::LocalRowCache(ports::KvStore& below, ports::Clock& clock, size_t bytes_max,
                             std::vector<ports::RowMark> scanned, const TableHash& hash)
    : below_(below),
      clock_(clock),
      bytes_max_(bytes_max),
      scanned_(std::move(scanned)),
      rows_(hash, bytes_max),
      doubts_(kDoubtsMax, ports::kLateWriteMsMax) {}

std::optional<Bytes> LocalRowCache::get(BytesView key) {
  const uint64_t hash = rows_.hash_of(key);
  if (const auto* known = find(key, hash)) return copy_of(known->value());
  Reading reading(*this, key, hash);
  std::optional<Bytes> value = below_.get(key);
  reading.finish(value);
  return value;
}

std::vector<std::optional<Bytes>> LocalRowCache::multi_get(std::span<const Bytes> keys) {
  std::vector<std::optional<Bytes>> values(keys.size());
  std::vector<Bytes> unknown;
  std::vector<size_t> places;
  std::list<Reading> readings;  // the last one first, and so they end: each finds itself at once
  Hashes hashes;
  for (size_t i = 0; i < keys.size(); ++i) {
    if (i % kRowsAtOnce == 0) fetch_first(keys.subspan(i), hashes);
    const uint64_t hash = hashes[i % kRowsAtOnce];
    if (const auto* known = find(keys[i], hash)) {
      values[i] = copy_of(known->value());
      continue;
    }
    unknown.push_back(keys[i]);
    places.push_back(i);
    readings.emplace_front(*this, keys[i], hash);
  }
  if (unknown.empty()) return values;
  std::vector<std::optional<Bytes>> read = below_.multi_get(unknown);
  auto reading = readings.rbegin();
  for (size_t i = 0; i < unknown.size(); ++i) {
    (reading++)->finish(read[i]);
    values[places[i]] = std::move(read[i]);
  }
  return values;
}

void LocalRowCache::about_to_get(std::span<const Bytes> keys) {
  Hashes hashes;
  while (!keys.empty()) keys = keys.subspan(fetch_first(keys, hashes));
}

std::optional<Bytes> LocalRowCache::known_head(BytesView key) {
  const RowTable::Row* const row = find(key, rows_.hash_of(key));
  if (row == nullptr || !row->value()) return std::nullopt;
  return Bytes(ports::part_of(*row->value(), ports::Values::kHeads));
}

size_t LocalRowCache::fetch_first(std::span<const Bytes> keys, Hashes& hashes) const {
  const size_t count = std::min(keys.size(), kRowsAtOnce);
  for (size_t i = 0; i < count; ++i) {
    hashes[i] = rows_.hash_of(keys[i]);
    rows_.fetch_slot(hashes[i]);
  }
  for (size_t i = 0; i < count; ++i) rows_.fetch_row(hashes[i]);
  return count;
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
  const auto* known = find(outermost, rows_.hash_of(outermost));
  if (known == nullptr || !known->value()) return below_.scan(request);
  ports::ScanPage page;
  page.rows.push_back({Bytes(outermost), Bytes(ports::part_of(*known->value(), request.values))});
  page.has_more = true;
  return page;
}

void LocalRowCache::commit(const ports::WriteBatch& batch) {
  commit_by(batch, [&] { below_.commit(batch); });
}

void LocalRowCache::hand_over(ports::WriteBatch& batch) {
  commit_by(batch, [&] { below_.hand_over(batch); });
}

template <typename Commit>
void LocalRowCache::commit_by(const ports::WriteBatch& batch, Commit&& commit) {
  const uint64_t clearings_before = clearings_;
  Committing committing(*this, batch);
  try {
    commit();
  } catch (const ports::StoreError&) {
    for (const auto& write : batch.writes) doubts_.add(write.key, clock_.now_ms());
    if (!batch.range_erases.empty()) doubts_.add_all(clock_.now_ms());
    throw;
  }
  // Else the rows may be somebody else's, and changed.
  if (clearings_ == clearings_before) committing.done();
}

void LocalRowCache::clear() {
  rows_.clear();
  stale_.clear();
  byte_count_ = 0;
  ++clearings_;
  for (Reading* reading : readings_) reading->spoil();
}

bool LocalRowCache::is_being_committed(BytesView key) const {
  return !commits_.empty() &&
         std::any_of(commits_.begin(), commits_.end(),
                     [key](const Committing* commit) { return commit->changes(key); });
}

const RowTable::Row* LocalRowCache::find(BytesView key, uint64_t hash) {
  RowTable::Row* row = rows_.find(key, hash);
  if (row == nullptr || !row->is_known || is_stale(*row)) return nullptr;
  row->was_used = true;
  row->stored_at = stale_.time();  // it is as good as that: the ranges are not asked again
  return row;
}

void LocalRowCache::remember(BytesView key, uint64_t hash, std::optional<BytesView> value) {
  RowTable::Row* const row = store(rows_.find(key, hash), key, hash, value);
  if (row == nullptr) return;
  row->is_known = true;
  make_room();
}

RowTable::Row* LocalRowCache::store(RowTable::Row* row, BytesView key, uint64_t hash,
                                    std::optional<BytesView> value) {
  if (is_scanned(key)) return nullptr;
  const size_t cost = kEntryBytes + key.size() + (value ? value->size() : 0);
  if (cost > std::min(bytes_max_, RowTable::kRowBytesMax) || is_in_doubt(key)) {
    if (row != nullptr) forget(*row);
    return nullptr;
  }
  if (row == nullptr) {
    row = &rows_.insert(key, hash, value);
    row->is_known = false;
  } else {
    byte_count_ -= cost_of(*row);
    row = &rows_.set_value(*row, value);
    row->was_used = true;
  }
  row->stored_at = stale_.time();
  byte_count_ += cost_of(*row);
  return row;
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
  const uint64_t before = stale_.time();
  stale_.add(ranges);
  for (Reading* reading : readings_) {
    if (stale_.hold_since(before, reading->key())) reading->spoil();
  }
  for (Committing* commit : commits_) {
    commit->give_up([&](BytesView key) { return stale_.hold_since(before, key); });
  }
  constexpr size_t kRangesOfPart = 64;
  // Long names fill memory before there are many of them.
  constexpr size_t kBytesOfRange = 1024;
  for (const auto& range : ranges) {
    ranges_since_part_ += 1 + (range.begin.size() + range.end.size()) / kBytesOfRange;
  }
  const size_t parts = std::min(ranges_since_part_ / kRangesOfPart, rows_.part_count());
  ranges_since_part_ %= kRangesOfPart;
  for (size_t i = 0; i < parts; ++i) forget_stale_in_next_part();
}

void LocalRowCache::forget_stale_in_next_part() {
  if (next_part_ == 0) round_began_ = stale_.time();
  rows_.erase_in_part(next_part_, [this](const RowTable::Row& row) {
    if (!is_stale(row)) return false;
    byte_count_ -= cost_of(row);
    return true;
  });
  next_part_ = (next_part_ + 1) % rows_.part_count();
  if (next_part_ == 0) stale_.forget_until(round_began_);
}

}  // namespace keemun::keyspace
