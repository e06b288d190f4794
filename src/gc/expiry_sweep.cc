#include "gc/expiry_sweep.h"

#include <algorithm>
#include <map>
#include <utility>

#include "base/command_error.h"
#include "keyspace/ardb_keyspace.h"
#include "keyspace/unit_of_work.h"

namespace keemun::gc {

using Swept = keyspace::ArdbKeyspace::Swept;

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
  const Erased erased = due.empty() ? Erased() : erase(due, due_ms);
  // Rows that have to stay are stepped over; where none has, a time may have come that is earlier.
  // What is left of a key stands before everything else.
  position_.clear();
  if (page.has_more && erased.index_rows < page.rows.size() && !erased.is_unfinished) {
    position_ = format::row_after(page.rows.back().key);
  }
  return erased.index_rows > 0 || erased.is_unfinished || page.has_more;
}

ExpirySweep::Erased ExpirySweep::erase(std::span<const format::ArdbTtl> due, int64_t due_ms) {
  std::map<BytesView, int64_t> expiries;  // a key that stands there twice is met again later
  std::vector<BytesView> keys;
  for (const format::ArdbTtl& ttl : due) {
    if (expiries.emplace(ttl.key, ttl.expire_at_ms).second) keys.push_back(ttl.key);
  }
  Erased erased;
  doors_.turns.in_turn(keys, [&](const keyspace::KeyTurns::Turn& turn) {
    keyspace::UnitOfWork unit(doors_.store, capabilities_, due_ms);
    unit.expect(turn.expectations);
    keyspace::ArdbKeyspace keyspace(unit, namespace_name_, choice_);
    Erased here;
    bool has_part = false;
    int64_t swept = 0;
    for (const BytesView key : turn.ours) {
      here.is_unfinished = unit.bytes_left() < capabilities_.batch_bytes_max / 2;
      if (here.is_unfinished) break;
      try {
        const auto outcome = keyspace.sweep(key, expiries.at(key));
        has_part = has_part || outcome == Swept::kPart;
        if (outcome == Swept::kKey) ++swept;
        if (outcome == Swept::kKey || outcome == Swept::kRow) ++here.index_rows;
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
  });
  return erased;
}

}  // namespace keemun::gc
