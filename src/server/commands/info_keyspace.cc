#include "server/commands/info_keyspace.h"

#include <algorithm>
#include <optional>

#include "base/command_error.h"
#include "base/number_text.h"
#include "keyspace/ardb/ardb_keyspace.h"
#include "keyspace/unit/unit_of_work.h"
#include "ports/store_error.h"
#include "server/config/database_label.h"

namespace keemun::server {

namespace {

int64_t estimated_rows(State& state, rocks::RowKind kind) {
  return static_cast<int64_t>(state.hosted.store().estimated_rows(kind));
}

// Where keys are not counted, as in databases with a name: exact for few, and of many the store's
// estimate of all rows, for a string is one there.
keyspace::KeyCount::Totals looked_up_totals(State& state, size_t database) {
  constexpr size_t kCountedMax = 1000;
  session::Core& core = state.hosted.core();
  keyspace::UnitOfWork reads(core.store, core.capabilities, core.now_ms());
  keyspace::ArdbKeyspace keys(reads, core.layout(core.place_of(database)).namespace_name(),
                              core.settings.encodings);
  keyspace::KeyCount::Totals totals;
  try {
    const keyspace::KeyPage page = keys.scan(std::nullopt, kCountedMax);
    totals.keys = static_cast<int64_t>(page.items.size());
    if (!page.next) return totals;
  } catch (const CommandError&) {
  } catch (const ports::StoreError&) {
  }
  // What there is more, or does not read, may be anything but nothing.
  const int64_t estimate = estimated_rows(state, rocks::RowKind::kArdb);
  totals.keys = std::max({totals.keys, estimate, int64_t{1}});
  return totals;
}

keyspace::KeyCount::Totals totals_of(State& state, size_t database) {
  session::Core& core = state.hosted.core();
  if (core.names.holds(database)) return looked_up_totals(state, database);
  const size_t place = core.database_order[database];
  keyspace::KeyCount::Totals totals = core.key_counts[place].totals(core.now_ms());
  if (core.key_counts[place].is_complete()) return totals;
  // They are counted one after another: what there is more, for all we know, is in the one that is
  // being counted.
  int64_t counted_before = 0;
  for (size_t before = 0; before < place; ++before) {
    if (!core.key_counts[before].is_complete()) return totals;
    counted_before += core.key_counts[before].totals(core.now_ms()).keys;
  }
  const bool is_ardb = core.family(place) == format::EncodingFamily::kArdb;
  const auto kind = is_ardb ? rocks::RowKind::kArdb : rocks::RowKind::kMeta;
  totals.keys = std::max(totals.keys, estimated_rows(state, kind) - counted_before);
  return totals;
}

// False, and nothing is said, for a database without keys.
bool add_database(State& state, Section& section, size_t database) {
  const keyspace::KeyCount::Totals totals = totals_of(state, database);
  if (totals.keys == 0) return false;
  section.add("db" + database_label(state.hosted.core().database_text(database)),
              "keys=" + format_int64(totals.keys) +
                  ",expires=" + format_int64(totals.expiring_keys) + ",avg_ttl=0");
  return true;
}

// Names stay known when their keys have gone, so that the keys of one may lie behind any number of
// empty ones. Who is not told of a name is told that there are more.
void add_named_databases(State& state, Section& section) {
  constexpr size_t kShownMax = 64;
  constexpr size_t kLookedAtMax = 1024;
  const size_t first = state.hosted.core().settings.databases.size();
  const size_t count = state.hosted.core().names.size();
  size_t looked_at = 0;
  for (size_t shown = 0; looked_at < std::min(count, kLookedAtMax) && shown < kShownMax;) {
    if (add_database(state, section, first + looked_at++)) ++shown;
  }
  if (looked_at < count) {
    section.add("names_not_shown", static_cast<int64_t>(count - looked_at));
  }
}

}  // namespace

void add_keyspace(State& state, Section& section) {
  constexpr int kPagesMax = 40;
  try {
    for (int page = 0; page < kPagesMax && state.hosted.count_page(); ++page) {
    }
  } catch (const ports::StoreError&) {  // a page does not read: the estimates have to do
  }
  const size_t numbered = state.hosted.core().settings.databases.size();
  for (size_t database = 0; database < numbered; ++database) add_database(state, section, database);
  add_named_databases(state, section);
}

}  // namespace keemun::server
