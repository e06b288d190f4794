#include "sim/weather.h"

#include <algorithm>

namespace keemun::sim {

using plan::Fault;

namespace {

constexpr uint64_t kLateCallsMax = 24;

bool is_of_commits(Fault fault) {
  return fault == Fault::kKvLost || fault == Fault::kKvAnswerLost || fault == Fault::kKvLate ||
         fault == Fault::kKvTorn;
}

}  // namespace

void Weather::expect(const plan::FaultEvent& fault, uint64_t chance) {
  // A torn batch says with its amount where it tears.
  const int64_t calls = fault.fault == Fault::kKvTorn ? 0 : fault.amount;
  expected_.push_back({fault, calls, chance});
}

bool Weather::refuses_call() {
  for (auto expected = expected_.begin(); expected != expected_.end(); ++expected) {
    if (expected->fault.fault != Fault::kKvRefused || expected->calls_left-- > 0) continue;
    expected_.erase(expected);
    ++fault_count_;
    return true;
  }
  return false;
}

std::optional<plan::FaultEvent> Weather::next_commit() {
  for (auto expected = expected_.begin(); expected != expected_.end(); ++expected) {
    if (!is_of_commits(expected->fault.fault) || expected->calls_left-- > 0) continue;
    const plan::FaultEvent fault = expected->fault;
    late_chance_ = expected->chance;
    expected_.erase(expected);
    ++fault_count_;
    return fault;
  }
  return std::nullopt;
}

bool Weather::dies_before_row() {
  for (auto expected = expected_.begin(); expected != expected_.end(); ++expected) {
    if (expected->fault.fault != Fault::kCrashAtWrite || expected->calls_left-- > 0) continue;
    expected_.erase(expected);
    ++fault_count_;
    return true;
  }
  return false;
}

std::optional<Bytes> Weather::row(BytesView key) const {
  const auto found = kv_.rows().find(key);
  return found == kv_.rows().end() ? std::nullopt : std::optional(found->second);
}

void Weather::put_off(const ports::WriteBatch& batch, Landed landed) {
  Late late;
  late.batch = batch;
  late.landed = std::move(landed);
  late.calls_left = 1 + late_chance_ % kLateCallsMax;
  late.ms_left = kv_.capabilities().late_write_ms;
  for (const auto& write : batch.writes) late.rows_before.emplace_back(write.key, row(write.key));
  for (const auto& range : batch.range_erases) {
    const auto end = kv_.rows().lower_bound(range.end);
    for (auto at = kv_.rows().lower_bound(range.begin); at != end; ++at) {
      late.rows_before.emplace_back(*at);
    }
  }
  late_.push_back(std::move(late));
}

bool Weather::is_untouched(const Late& late) const {
  return std::all_of(late.rows_before.begin(), late.rows_before.end(),
                     [this](const auto& before) { return row(before.first) == before.second; });
}

void Weather::land(Late& late) {
  if (kv_.profile().detects_conflicts && !is_untouched(late)) return;
  if (!kv_.is_expected(late.batch)) return;
  kv_.commit(late.batch);
  if (late.landed) late.landed(kv_.last_commit());
}

void Weather::pass_call() {
  for (size_t i = 0; i < late_.size();) {
    if (late_[i].calls_left-- > 0) {
      ++i;
      continue;
    }
    Late late = std::move(late_[i]);
    late_.erase(late_.begin() + static_cast<std::ptrdiff_t>(i));
    land(late);
  }
}

void Weather::pass_ms(int64_t elapsed_ms) {
  for (size_t i = 0; i < late_.size();) {
    late_[i].ms_left -= elapsed_ms;
    if (late_[i].ms_left > 0) {
      ++i;
      continue;
    }
    Late late = std::move(late_[i]);
    late_.erase(late_.begin() + static_cast<std::ptrdiff_t>(i));
    land(late);
  }
}

void Weather::land_all() {
  for (Late& late : std::exchange(late_, {})) land(late);
}

}  // namespace keemun::sim
