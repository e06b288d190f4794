#include "keyspace/unit/write_overlay.h"

#include <algorithm>
#include <array>
#include <functional>
#include <memory>
#include <numeric>
#include <utility>

#include "base/check.h"
#include "base/resting_comparison.h"
#include "base/sort_runs.h"

namespace keemun::keyspace {

using ports::Stage;
using ports::WriteBatch;

namespace {

constexpr size_t kRowsLikely = 16;
constexpr size_t kMany = 64;
// Room for so many rows is kept for the next ones.
constexpr size_t kRowsKept = 4096;

void leave_head(std::optional<Bytes>& value) {
  constexpr size_t kLong = 4096;
  if (value && value->size() > kLong) value = Bytes(ports::part_of(*value, ports::Values::kHeads));
}

// At least twice as much as before: what comes batch by batch is not moved for each.
template <typename List>
void make_room(List& list, size_t coming) {
  const size_t wanted = list.size() + coming;
  if (wanted > list.capacity()) list.reserve(std::max(wanted, 2 * list.capacity()));
}

}  // namespace

WriteOverlay::Found WriteOverlay::find(BytesView key) const {
  const auto row = places_.find(key, key_at());
  const Write* const write = row ? write_of(*row) : nullptr;
  if (write == nullptr) {
    return {is_range_erased(key) ? Answer::kErased : Answer::kUnknown, nullptr};
  }
  if (write->is_erase) return {Answer::kErased, nullptr};
  return {Answer::kPut, &write->value};
}

size_t WriteOverlay::look_up(ports::KvStore& below, Bytes key) {
  const PlacesByKey::Sought sought = places_.seek(key, key_at());
  if (sought.place) return *sought.place;
  const bool must_ask = !is_range_erased(key);
  reads_.push_back({must_ask ? below.get(key) : std::nullopt, must_ask, Bytes()});
  const size_t row = places_.add(key, sought, key_at());
  reads_.back().key = std::move(key);
  known_.push_back({kNone, static_cast<uint32_t>(reads_.size() - 1)});
  return row;
}

const WriteBatch::Write* WriteOverlay::write_of(size_t row) const {
  return known_[row].write == kNone ? nullptr : &batch_.writes[known_[row].write];
}

const std::optional<Bytes>* WriteOverlay::before(size_t row) const {
  const uint32_t read = known_[row].read;
  return read == kNone || !reads_[read].was_asked ? nullptr : &reads_[read].value;
}

BytesView WriteOverlay::key_of(size_t row) const {
  const Known& known = known_[row];
  return known.write == kNone ? reads_[known.read].key : batch_.writes[known.write].key;
}

std::optional<BytesView> WriteOverlay::value_of(size_t row) const {
  if (const Write* const write = write_of(row)) {
    return write->is_erase ? std::nullopt : std::optional<BytesView>(write->value);
  }
  const Read& read = reads_[known_[row].read];
  return is_range_erased(read.key) ? std::nullopt : std::optional<BytesView>(read.value);
}

bool WriteOverlay::is_range_erased(BytesView key) const {
  if (erased_.empty()) return false;
  const auto behind = erased_.upper_bound(key);
  return behind != erased_.begin() && key < std::prev(behind)->second;
}

std::optional<Bytes> WriteOverlay::get(ports::KvStore& below, BytesView key) const {
  const Found found = find(key);
  if (found.answer == Answer::kUnknown) return below.get(key);
  return found.value != nullptr ? std::optional<Bytes>(*found.value) : std::nullopt;
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

WriteOverlay::Places WriteOverlay::in_order() const {
  if (sorted_.size() < batch_.writes.size()) sort_rest(is_before());
  return sorted_;
}

void WriteOverlay::put_in_order(const std::function<void()>& pause) {
  CHECK(order_ == Order::kAsTheyCame);
  RestingComparison resting(pause, is_before());
  sort_rest(std::ref(resting));
}

// The comparison may pause, or throw.
template <typename IsBefore>
void WriteOverlay::sort_rest(const IsBefore& resting) const {
  std::vector<uint32_t> rest(batch_.writes.size() - sorted_.size());
  std::iota(rest.begin(), rest.end(), static_cast<uint32_t>(sorted_.size()));
  // Rows of a large collection mostly come in the order of their names, or page by page.
  sort_runs(rest, resting);
  merge_sorted(sorted_, std::move(rest), is_before());
}

WriteOverlay::Places WriteOverlay::within(BytesView begin, BytesView end) const {
  if (begin >= end) return {};
  const Places all = in_order();
  const auto first_from = [&](BytesView bound) {
    return std::lower_bound(all.begin(), all.end(), bound, [this](uint32_t place, BytesView key) {
      return write_at(place).key < key;
    });
  };
  return {first_from(begin), first_from(end)};
}

void WriteOverlay::put_at(size_t row, Bytes&& value, Stage stage) {
  hollow_.fill(key_of(row));
  write_known(known_[row], std::move(value), false, stage);
}

void WriteOverlay::erase_at(size_t row, Stage stage) {
  write_known(known_[row], Bytes(), true, stage);
}

void WriteOverlay::write(Write&& write, Stage stage) {
  const PlacesByKey::Sought sought = places_.seek(write.key, key_at());
  write_sought(std::move(write), stage, sought);
}

void WriteOverlay::write_all(WriteBatch& batch, Stage stage) {
  for (auto& range : batch.range_erases) {
    erase_range(std::move(range.begin), std::move(range.end));
  }
  if (batch.writes.size() < kMany) {
    for (Write& write : batch.writes) this->write(std::move(write), stage);
    return;
  }
  const bool knows_order = !batch.by_key.empty();
  CHECK(!knows_order || batch.by_key.size() == batch.writes.size());
  if (knows_order) in_order();
  const std::vector<uint32_t> new_places = write_many(batch.writes, stage);
  if (!knows_order) return;
  std::vector<uint32_t> coming;
  coming.reserve(batch.by_key.size());
  for (const uint32_t place : batch.by_key) {
    if (new_places[place] != kNone) coming.push_back(new_places[place]);
  }
  merge_sorted(sorted_, std::move(coming), is_before());
}

std::vector<uint32_t> WriteOverlay::write_many(std::span<Write> writes, Stage stage) {
  places_.reserve(writes.size(), key_at());
  make_room(known_, writes.size());
  make_room(batch_.writes, writes.size());
  std::vector<uint32_t> new_places;
  new_places.reserve(writes.size());
  // The table is larger than the processor's cache: what is looked at is fetched for some rows
  // before the first of them.
  constexpr size_t kRowsAtOnce = 16;
  std::array<uint32_t, kRowsAtOnce> marks = {};
  for (; !writes.empty(); writes = writes.subspan(std::min(kRowsAtOnce, writes.size()))) {
    const std::span<Write> part = writes.first(std::min(kRowsAtOnce, writes.size()));
    for (size_t i = 0; i < part.size(); ++i) marks[i] = places_.expect(part[i].key);
    for (size_t i = 0; i < part.size(); ++i) {
      const size_t next_place = batch_.writes.size();
      const PlacesByKey::Sought sought = places_.seek(part[i].key, marks[i], key_at());
      write_sought(std::move(part[i]), stage, sought);
      const bool is_new = batch_.writes.size() > next_place;
      new_places.push_back(is_new ? static_cast<uint32_t>(next_place) : kNone);
    }
  }
  return new_places;
}

void WriteOverlay::write_sought(Write&& write, Stage stage, const PlacesByKey::Sought& sought) {
  if (!write.is_erase) hollow_.fill(write.key);
  if (sought.place) {
    return write_known(known_[*sought.place], std::move(write.value), write.is_erase, stage);
  }
  places_.add(write.key, sought, key_at());
  known_.push_back({static_cast<uint32_t>(batch_.writes.size()), kNone});
  append(std::move(write), stage);
}

void WriteOverlay::write_known(Known& known, Bytes&& value, bool is_erase, Stage stage) {
  if (known.read != kNone) leave_head(reads_[known.read].value);
  if (known.write == kNone) {
    known.write = static_cast<uint32_t>(batch_.writes.size());
    Read& read = reads_[known.read];
    const ports::WasThere was_there = this->was_there(read);
    return append({std::move(read.key), std::move(value), is_erase, was_there}, stage);
  }
  Write& earlier = batch_.writes[known.write];
  byte_count_ += value.size();
  byte_count_ -= earlier.value.size();
  earlier.value = std::move(value);
  earlier.is_erase = is_erase;
  if (order_ == Order::kByStage) stages_[known.write] = stage;
}

ports::WasThere WriteOverlay::was_there(const Read& read) const {
  if (is_range_erased(read.key)) return ports::WasThere::kNo;  // ranges are erased first
  if (!read.was_asked) return ports::WasThere::kUnknown;
  return read.value ? ports::WasThere::kYes : ports::WasThere::kNo;
}

void WriteOverlay::append(Write&& write, Stage stage) {
  byte_count_ += write.key.size() + write.value.size();
  if (batch_.writes.empty()) batch_.writes.reserve(kRowsLikely);
  batch_.writes.push_back(std::move(write));
  if (order_ == Order::kByStage) stages_.push_back(stage);
}

void WriteOverlay::erase_range(Bytes begin, Bytes end) {
  if (begin >= end) return;
  // The store erases the range first, so that an erasure in it is idle, but no harm.
  for (const uint32_t place : within(begin, end)) {
    batch_.writes[place].is_erase = true;
    byte_count_ -= batch_.writes[place].value.size();
    batch_.writes[place].value.clear();
    batch_.writes[place].was_there = ports::WasThere::kNo;
    if (order_ == Order::kByStage) stages_[place] = Stage::kErase;
  }
  byte_count_ += begin.size() + end.size();
  hide(begin, end);
  batch_.range_erases.push_back({std::move(begin), std::move(end)});
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

bool WriteOverlay::puts_within(BytesView begin, BytesView end) const {
  const Places places = within(begin, end);
  return std::any_of(places.begin(), places.end(),
                     [this](uint32_t place) { return !write_at(place).is_erase; });
}

void WriteOverlay::clear() {
  const bool keeps_room = places_.size() <= kRowsKept;
  const auto clear_list = [keeps_room](auto& list) {
    if (keeps_room) return list.clear();
    std::destroy_at(&list);  // to shrink a small vector would cost it the room that it is born with
    std::construct_at(&list);
  };
  clear_list(batch_.range_erases);
  clear_list(batch_.writes);
  clear_list(known_);
  clear_list(reads_);
  clear_list(stages_);
  clear_list(sorted_);
  places_.clear();
  erased_.clear();
  hollow_.clear();
  byte_count_ = 0;
}

WriteBatch WriteOverlay::take() {
  if (order_ == Order::kByStage) {
    std::vector<Write> ordered;
    ordered.reserve(batch_.writes.size());
    const Places places = in_order();
    for (int stage = 0; stage <= static_cast<int>(Stage::kIndexLast); ++stage) {
      for (const uint32_t place : places) {
        if (static_cast<int>(stages_[place]) != stage) continue;
        ordered.push_back(std::move(batch_.writes[place]));
      }
    }
    batch_.writes = std::move(ordered);
  }
  const size_t rows = batch_.writes.size();
  const bool is_in_order =
      order_ == Order::kAsTheyCame && rows >= kMany && sorted_.size() * 2 >= rows;
  if (is_in_order) in_order();
  WriteBatch batch = std::exchange(batch_, {});
  if (is_in_order) batch.by_key = std::exchange(sorted_, {});
  clear();
  return batch;
}

}  // namespace keemun::keyspace
