#include "gc/expiry_sweep.h"

#include <algorithm>
#include <map>
#include <utility>

#include "base/command_error.h"
#include "keyspace/ardb_keyspace.h"
#include "keyspace/unit_of_work.h"

namespace keemun::gc {

ExpirySweep::ExpirySweep(const Doors& doors, Bytes namespace_name, const SweepSettings& settings,
                         Totals& totals)
    : doors_(doors),
      capabilities_(doors.fresh.capabilities()),
      namespace_name_(std::move(namespace_name)),
      keys_max_(settings.keys_max),
      choice_{.ardb_rows_erased_max = settings.rows_max},
      clock_skew_ms_(settings.clock_skew_ms),
      totals_(totals) {}

bool ExpirySweep::step(int64_t now_ms) {
  const int64_t due_ms = now_ms - clock_skew_ms_;
  if (due_ms < 0) return false;
  const Bytes begin = std::max(position_, format::ardb_ttl_rows(namespace_name_).begin);
  const Bytes end = format::ardb_ttl_row(namespace_name_, due_ms + 1, "");
  const ports::ScanPage page = doors_.fresh.scan({begin, end, keys_max_, false, true});
  std::vector<format::ArdbTtl> due;
  for (const ports::Row& row : page.rows) {
    if (auto ttl = format::decode_ardb_ttl_row(row.key)) {
      due.push_back(*std::move(ttl));
    } else {
      ++totals_.rows_undecodable;
    }
  }
  const size_t gone = due.empty() ? 0 : erase(due, due_ms);
  // Rows that have to stay are stepped over; where none has, a time may have come that is earlier.
  position_.clear();
  if (page.has_more && gone < page.rows.size()) {
    position_ = format::row_after(page.rows.back().key);
  }
  return gone > 0 || page.has_more;
}

size_t ExpirySweep::erase(std::span<const format::ArdbTtl> due, int64_t due_ms) {
  std::map<BytesView, int64_t> expiries;  // a key that stands there twice is met again later
  std::vector<BytesView> keys;
  for (const format::ArdbTtl& ttl : due) {
    if (expiries.emplace(ttl.key, ttl.expire_at_ms).second) keys.push_back(ttl.key);
  }
  size_t gone = 0;
  doors_.turns.in_turn(keys, [&](const keyspace::KeyTurns::Turn& turn) {
    keyspace::UnitOfWork unit(doors_.store, capabilities_, due_ms);
    unit.expect(turn.expectations);
    keyspace::ArdbKeyspace keyspace(unit, namespace_name_, choice_);
    size_t taken = 0;
    int64_t swept = 0;
    for (const BytesView key : turn.ours) {
      if (unit.bytes_left() < capabilities_.batch_bytes_max / 2) break;
      try {
        const auto outcome = keyspace.sweep(key, expiries.at(key));
        if (outcome != keyspace::ArdbKeyspace::Swept::kNothing) ++taken;
        if (outcome == keyspace::ArdbKeyspace::Swept::kKey) ++swept;
      } catch (const CommandError&) {
        ++totals_.rows_undecodable;  // its meta, which stays as it is
      }
    }
    if (taken == 0) return;
    unit.commit();
    ++totals_.commits;
    totals_.keys_swept += swept;
    gone = taken;
  });
  return gone;
}

}  // namespace keemun::gc
