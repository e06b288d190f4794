#include "gc/expiry_sweep.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "base/command_error.h"
#include "keyspace/ardb/ardb_keyspace.h"

namespace keemun::gc {

using keyspace::Swept;

ExpirySweep::ExpirySweep(const Doors& doors, const Namespace& swept, const SweepSettings& settings,
                         GarbageQueue& queue, Totals& totals)
    : doors_(doors),
      capabilities_(doors.fresh.capabilities()),
      place_(swept.place),
      layout_(swept.layout),
      family_(swept.family),
      settings_(settings),
      choice_{.ardb_rows_erased_max = settings.rows_max},
      queue_(queue),
      totals_(totals) {}

void ExpirySweep::add_late(BytesView key, int64_t expire_at_ms) {
  constexpr size_t kLateMax = 256;
  constexpr size_t kKeyBytesMax = 4096;
  if (late_.size() == kLateMax || key.size() > kKeyBytesMax) return;
  late_.push_back({name(), expire_at_ms, Bytes(key)});
}

bool ExpirySweep::step(int64_t now_ms) {
  // What stands before this moment is due.
  const int64_t due_ms = now_ms - settings_.clock_skew_ms;
  if (due_ms < 0) return false;
  if (!late_.empty()) {
    erase_late(due_ms);
    return true;
  }
  if (!is_in_pass_) begin_pass(now_ms);
  const Bytes begin = std::max(position_, format::expiry_rows(name()).begin);
  const Bytes end = format::expiry_row(name(), due_ms, "");
  if (begin >= end) {
    end_pass();
    return false;
  }
  const ports::ScanPage page =
      doors_.fresh.scan({begin, end, settings_.keys_max, false, ports::Values::kNone});
  std::vector<format::Expiry> due;
  for (const ports::Row& row : page.rows) {
    if (auto expiry = format::decode_expiry_row(row.key)) {
      due.push_back(*std::move(expiry));
    } else {
      ++totals_.rows_undecodable;
    }
  }
  const Erased erased = due.empty() ? Erased() : erase(due, due_ms);
  if (erased.is_unfinished) {
    position_.clear();  // what is left of a key stands before everything else
  } else if (!page.rows.empty()) {
    // What went is behind it, and what had to stay is stepped over.
    position_ = format::row_after(page.rows.back().key);
  }
  if (erased.is_unfinished) {
    behind_ms_ = due_ms - due.front().expire_at_ms;
  } else {
    const bool others_wait = erased.index_rows > 0 && page.has_more;
    behind_ms_ = others_wait ? due_ms - due.back().expire_at_ms : 0;
  }
  if (!page.has_more && !erased.is_unfinished) end_pass();
  return erased.index_rows > 0 || is_in_pass_;
}

void ExpirySweep::erase_late(int64_t due_ms) {
  const size_t count = std::min(late_.size(), settings_.keys_max);
  const std::vector<format::Expiry> due(late_.begin(),
                                        late_.begin() + static_cast<std::ptrdiff_t>(count));
  const bool is_unfinished = erase(due, due_ms).is_unfinished;
  late_.erase(late_.begin(), late_.begin() + static_cast<std::ptrdiff_t>(count));
  if (!is_unfinished) return;
  is_in_pass_ = true;
  position_.clear();
}

void ExpirySweep::begin_pass(int64_t now_ms) {
  is_in_pass_ = true;
  position_ = reached_;
  if (now_ms - looked_back_ms_ < settings_.look_back_ms) return;
  looked_back_ms_ = now_ms;
  position_.clear();
}

void ExpirySweep::end_pass() {
  is_in_pass_ = false;
  reached_ = std::max(reached_, position_);
}

void ExpirySweep::begin_anew() {
  is_in_pass_ = false;
  reached_.clear();
}

ExpirySweep::Erased ExpirySweep::erase(std::span<const format::Expiry> due, int64_t due_ms) {
  std::map<BytesView, const format::Expiry*> expiries;  // a key that is there twice is met again
  std::vector<BytesView> keys;
  for (const format::Expiry& expiry : due) {
    if (expiries.emplace(expiry.key, &expiry).second) keys.push_back(expiry.key);
  }
  Erased erased;
  doors_.turns.in_turn(keys, [&](const keyspace::KeyTurns::Turn& turn) {
    keyspace::UnitOfWork unit(doors_.store, capabilities_, due_ms);
    unit.expect(turn.expectations);
    Erased here;
    std::vector<const format::Expiry*> told;
    bool has_part = false;
    int64_t swept = 0;
    for (const BytesView key : turn.ours) {
      here.is_unfinished = unit.bytes_left() < capabilities_.batch_bytes_max / 2;
      if (here.is_unfinished) break;
      try {
        const format::Expiry& expiry = *expiries.at(key);
        const Swept outcome = sweep(unit, expiry);
        has_part = has_part || outcome == Swept::kPart;
        if (outcome == Swept::kKey) ++swept;
        if (outcome == Swept::kKey || outcome == Swept::kRow) ++here.index_rows;
        if (outcome >= Swept::kKey && !is_buried(expiry)) told.push_back(&expiry);
      } catch (const CommandError&) {
        ++totals_.rows_undecodable;  // its meta, which stays as it is
      }
    }
    here.is_unfinished = here.is_unfinished || has_part;
    if (here.index_rows == 0 && !has_part) return;
    unit.commit();
    ++totals_.commits;
    totals_.keys_swept += swept;
    erased = here;
    if (!settings_.tell) return;
    for (const format::Expiry* expiry : told) settings_.tell(place_, *expiry);
  });
  return erased;
}

bool ExpirySweep::is_buried(const format::Expiry& due) const {
  return family_ == format::EncodingFamily::kArdb && due.expire_at_ms == keyspace::kArdbBuriedAtMs;
}

Swept ExpirySweep::sweep(keyspace::UnitOfWork& unit, const format::Expiry& due) {
  if (family_ == format::EncodingFamily::kArdb) {
    return keyspace::ArdbKeyspace(unit, name(), choice_).sweep(due.key, due.expire_at_ms);
  }
  std::optional<keyspace::Garbage> garbage;
  const Swept outcome = keyspace::sweep_camellia_key(unit, layout_, due, garbage);
  // Before the commit: whoever collects it looks again whether it is garbage.
  if (garbage) {
    queue_.push({place_, std::move(garbage->key), garbage->meta.version,
                 last_family_of(garbage->meta.type())});
  }
  return outcome;
}

}  // namespace keemun::gc
