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
      clock_skew_ms_(settings.clock_skew_ms),
      totals_(totals) {}

bool ExpirySweep::step(int64_t now_ms) {
  const int64_t due_ms = now_ms - clock_skew_ms_;
  if (due_ms < 0) return false;
  const Bytes begin = std::max(position_, format::ardb_ttl_rows(namespace_name_).begin);
  const Bytes end = format::ardb_ttl_row(namespace_name_, due_ms + 1, "");
  const ports::ScanPage page = doors_.fresh.scan({begin, end, keys_max_, false, true});
  // Erased rows are behind it: the next page begins at the smallest time unless some had to stay.
  position_.clear();
  std::vector<format::ArdbTtl> due;
  for (const ports::Row& row : page.rows) {
    if (auto ttl = format::decode_ardb_ttl_row(row.key)) {
      due.push_back(*std::move(ttl));
    } else {
      ++totals_.rows_undecodable;
    }
  }
  if (page.has_more && !page.rows.empty()) position_ = format::row_after(page.rows.back().key);
  const bool has_erased = !due.empty() && erase(due, due_ms);
  return has_erased || !position_.empty();
}

bool ExpirySweep::erase(std::span<const format::ArdbTtl> due, int64_t due_ms) {
  std::map<BytesView, int64_t> expiries;  // a key that stands there twice is met again later
  std::vector<BytesView> keys;
  for (const format::ArdbTtl& ttl : due) {
    if (expiries.emplace(ttl.key, ttl.expire_at_ms).second) keys.push_back(ttl.key);
  }
  bool has_erased = false;
  doors_.turns.in_turn(keys, [&](std::span<const BytesView> ours) {
    keyspace::UnitOfWork unit(doors_.store, capabilities_, due_ms);
    keyspace::ArdbKeyspace keyspace(unit, namespace_name_);
    int64_t erased = 0;
    for (const BytesView key : ours) {
      try {
        if (keyspace.sweep(key, expiries.at(key))) ++erased;
      } catch (const CommandError&) {
        ++totals_.rows_undecodable;  // its meta, which stays as it is
      }
    }
    if (!unit.has_writes()) return;
    unit.commit();
    ++totals_.commits;
    totals_.keys_swept += erased;
    has_erased = true;
  });
  return has_erased;
}

}  // namespace keemun::gc
