#include "cluster/ownership.h"

#include <utility>

#include "base/check.h"
#include "format/store_records.h"

namespace keemun::cluster {

namespace {

// Steady clocks run equally fast but for a tenth.
constexpr int64_t patience_ms(int64_t lease_ms) {
  return lease_ms + lease_ms / 5;
}

}  // namespace

void Ownership::saw(size_t share, ShareRows rows, int64_t elapsed_ms) {
  Share& state = shares_[share];
  if (state.is_known && state.rows == rows) return;
  if (state.epoch != 0 && state.rows.owner != rows.owner) lost(share);
  state.rows = std::move(rows);
  state.is_known = true;
  state.seen_since_ms = elapsed_ms;
}

void Ownership::wrote(size_t share, ShareRows rows, int64_t elapsed_ms) {
  Share& state = shares_[share];
  const auto beat = format::decode_share_beat(*rows.beat);
  CHECK(beat && state.epoch != 0);
  state.rows = std::move(rows);
  state.seen_since_ms = elapsed_ms;
  if (beat->is_left) return lost(share);
  state.beat_at_ms = elapsed_ms;
  state.horizon_ms = beat->horizon_ms;
}

void Ownership::took(size_t share, ShareRows rows, int64_t elapsed_ms) {
  Share& state = shares_[share];
  const auto owner = format::decode_share_owner(*rows.owner);
  CHECK(owner && state.epoch == 0);
  state.epoch = owner->epoch;
  state.is_leaving = false;
  wrote(share, std::move(rows), elapsed_ms);
}

void Ownership::lost(size_t share) {
  shares_[share].epoch = 0;
  shares_[share].is_leaving = false;
}

bool Ownership::is_ours(size_t share, int64_t epoch, int64_t elapsed_ms) const {
  const Share& state = shares_[share];
  return state.epoch == epoch && epoch != 0 && elapsed_ms < state.beat_at_ms + lease_ms_;
}

bool Ownership::may_enter(size_t share, int64_t elapsed_ms, int64_t now_ms) const {
  const Share& state = shares_[share];
  return !state.is_leaving && is_ours(share, state.epoch, elapsed_ms) && now_ms <= state.horizon_ms;
}

bool Ownership::wants_beat(size_t share, int64_t elapsed_ms, int64_t now_ms) const {
  const Share& state = shares_[share];
  return state.epoch != 0 &&
         (elapsed_ms >= state.beat_at_ms + lease_ms_ / 3 || now_ms > state.horizon_ms);
}

bool Ownership::is_left(size_t share) const {
  const Share& state = shares_[share];
  if (!state.is_known) return false;
  if (!state.rows.owner && !state.rows.beat) return true;
  const auto beat = state.rows.beat ? format::decode_share_beat(*state.rows.beat) : std::nullopt;
  return beat && beat->is_left;
}

bool Ownership::is_free(size_t share, int64_t elapsed_ms) const {
  const Share& state = shares_[share];
  if (!state.is_known || state.epoch != 0) return false;
  return is_left(share) || unchanged_ms(share, elapsed_ms) > patience_ms(lease_ms_);
}

}  // namespace keemun::cluster
