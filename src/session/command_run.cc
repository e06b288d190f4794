#include "session/command_run.h"

#include <algorithm>
#include <array>

#include "base/check.h"
#include "base/command_error.h"
#include "commands/call.h"
#include "format/ardb_ordered_form.h"
#include "keyspace/any_key.h"
#include "keyspace/ardb/ardb_keyspace.h"
#include "session/database_order.h"

namespace keemun::session {

namespace {

// Events behind which a collection may be empty, and gone.
bool takes_elements(BytesView event) {
  constexpr auto kEvents = std::to_array<BytesView>(
      {"lpop", "rpop", "ltrim", "lrem", "hdel", "srem", "spop", "zrem", "zpopmin", "zpopmax",
       "zremrangebyrank", "zremrangebyscore", "zremrangebylex"});
  return std::find(kEvents.begin(), kEvents.end(), event) != kEvents.end();
}

// Events of a key that is a new one even where another had its name.
bool takes_the_place(BytesView event) {
  return event == "rename_to" || event == "copy_to" || event == "restore";
}

}  // namespace

Changes::Key Changes::key_of(size_t database, BytesView name, BytesView event, bool is_change) {
  constexpr size_t kNamesBytesLikely = 256;
  if (names.empty()) names.reserve(kNamesBytesLikely);
  const Key key = {database, names.size(), name.size(), event, is_change};
  names.append(name);
  return key;
}

bool Changes::empty() const {
  return keys.empty() && expired.empty() && !database_order && libraries == nullptr &&
         !has_flushed && garbage.empty() && counted.empty() && recorded.empty() && sayings.empty();
}

void PendingKeys::add(const Changes::Counted& counted, int64_t now_ms) {
  if (counted.is_flushed) *this = {true, true, 0};
  for (const keyspace::MetaChange& change : counted.metas) {
    is_known &= change.is_known;
    more += int64_t{keyspace::KeyCount::includes(change.after, now_ms)} -
            int64_t{keyspace::KeyCount::includes(change.before, now_ms)};
  }
}

void Changes::publish(Core& core) const {
  if (database_order) {
    core.database_order = *database_order;
    if (core.listener != nullptr) core.listener->any_changed();
  }
  if (libraries != nullptr) core.libraries.changed(libraries);
  // Before what came in their place. Who watches such a key has seen that it is not there.
  for (const Key& gone : expired) {
    if (core.listener == nullptr) break;
    core.listener->changed(gone.database, name_of(gone), gone.event, is_of_script);
  }
  for (const Key& changed : keys) {
    const BytesView name = name_of(changed);
    if (changed.added) {
      if (core.listener != nullptr) core.listener->added(changed.database, name, *changed.added);
      continue;
    }
    if (!changed.is_change) {
      if (core.listener != nullptr) core.listener->happened(changed.database, name, changed.event);
      continue;
    }
    core.watches.changed(changed.database, name);
    if (core.listener == nullptr) continue;
    core.listener->changed(changed.database, name, changed.event, is_of_script);
  }
  if (has_flushed && core.listener != nullptr) core.listener->any_changed();
  for (const Counted& one : counted) {
    keyspace::KeyCount& count = core.key_counts[one.place];
    if (one.is_flushed) count.flushed();
    for (const keyspace::MetaChange& change : one.metas) {
      count.changed(change);
      const int64_t expire_at_ms = change.after.expire_at_ms;
      const bool is_over = expire_at_ms >= 0 && expire_at_ms < core.now_ms();
      if (!is_over || core.garbage == nullptr) continue;
      core.garbage->leave_expired(one.place, count.metas().key_of(change.row), expire_at_ms);
    }
  }
  for (const size_t name : recorded) core.names.note_record(name);
  for (const Extension::Saying& say : sayings) say();
  if (core.garbage == nullptr) return;
  for (const auto& [place, left] : garbage) core.garbage->leave(place, left);
}

CommandRun::CommandRun(Core& core, ports::KvStore& store, DatabaseOrder database_order,
                       int64_t now_ms, Asides& asides)
    : core_(core),
      store_(store),
      is_alone_(&store == &core.store),
      interests_(core.listener == nullptr ? ChangeListener::Interests()
                                          : core.listener->interests()),
      unit_(store, core.capabilities, now_ms, core.settings.table_hash),
      database_order_(std::move(database_order)),
      asides_(asides) {}

void CommandRun::finish() {
  if (!unit_.has_writes()) return;
  for (const Opened& opened : opened_) {
    if (opened.camellia != nullptr) opened.camellia->finish();
    if (core_.names.holds(opened.place)) write_record(opened.place);
  }
  unit_.put_in_order();
}

void CommandRun::write_record(size_t place) {
  if (core_.names.has_record(place)) return;
  const Bytes& name = core_.names.layout(place).namespace_name();
  if (!unit_.puts_within(format::ardb_namespace_rows(name))) return;
  ports::WriteBatch::Write row = core_.names.record_row(place);
  unit_.put(std::move(row.key), std::move(row.value), ports::Stage::kMetaFirst);
  changes_.recorded.push_back(place);
}

void CommandRun::take_ousted(const Opened& opened) {
  for (const Bytes& key : opened.keyspace->ousted()) {
    changes_.expired.push_back(changes_.key_of(core_.number_of(opened.place), key, "expired"));
  }
}

commands::Functions& CommandRun::functions() {
  if (!functions_) functions_.emplace(core_, unit_, libraries_);
  return *functions_;
}

Changes& CommandRun::gather_changes() {
  if (functions_) changes_.libraries = functions_->changed();
  for (const Opened& opened : opened_) {
    if (unit_.has_writes()) take_ousted(opened);
    if (opened.camellia != nullptr) {
      for (const keyspace::Garbage& left : opened.camellia->garbage()) {
        changes_.garbage.emplace_back(opened.place, left);
      }
    }
    if (opened.place >= core_.key_counts.size() || !unit_.has_writes()) continue;
    Changes::Counted counted = {opened.place, opened.keyspace->is_flushed(), {}};
    const keyspace::KeyMetas& metas = core_.key_counts[opened.place].metas();
    if (!counted.is_flushed) counted.metas = opened.keyspace->take_meta_changes(metas);
    changes_.counted.push_back(std::move(counted));
  }
  return changes_;
}

void CommandRun::add_lookups() {
  for (const Opened& opened : opened_) {
    asides_.lookups.hits += opened.keyspace->lookups().hits;
    asides_.lookups.misses += opened.keyspace->lookups().misses;
  }
  add_misses(changes_);
}

// In front of the changes: who changes a key has looked first.
void CommandRun::add_misses(Changes& changes) const {
  std::vector<Changes::Key> missed;
  for (const Opened& opened : opened_) {
    for (const Bytes& key : opened.keyspace->missed()) {
      missed.push_back(changes.key_of(core_.number_of(opened.place), key, "keymiss", false));
    }
  }
  if (!missed.empty()) changes.keys.insert(changes.keys.begin(), missed.begin(), missed.end());
}

Changes CommandRun::take_misses() const {
  Changes changes;
  add_misses(changes);
  return changes;
}

size_t CommandRun::place_of(size_t database) const {
  CHECK(database < database_count());
  return core_.names.holds(database) ? database : database_order_[database];
}

keyspace::Keyspace& CommandRun::database(size_t index) {
  const size_t place = place_of(index);
  for (const Opened& opened : opened_) {
    if (opened.place == place) return *opened.keyspace;
  }
  opened_.push_back(open(place));
  keyspace::Keyspace& opened = *opened_.back().keyspace;
  opened.count_lookups(counts_lookups_);
  opened.keep_misses(interests_.misses);
  return opened;
}

CommandRun::Opened CommandRun::open(size_t place) {
  const format::KeyLayout& layout = core_.layout(place);
  if (core_.family(place) == format::EncodingFamily::kArdb) {
    return {place, std::make_unique<keyspace::ArdbKeyspace>(unit_, layout.namespace_name(),
                                                            core_.settings.encodings)};
  }
  auto camellia = std::make_unique<keyspace::CamelliaKeyspace>(
      unit_, layout, core_.settings.encodings, core_.versions, core_.companions);
  auto* as_camellia = camellia.get();
  return {place, std::move(camellia), as_camellia};
}

void CommandRun::swap_databases(size_t first, size_t second) {
  if (first == second) return;
  for (const size_t watched_in : {first, second}) {
    for (const Bytes& key : core_.watches.watched_keys(watched_in)) {
      if (holds(first, key) || holds(second, key)) changed(watched_in, key, "swapdb");
    }
  }
  database_order_ = database_order_.swapped(first, second);
  ports::WriteBatch::Write row = database_order_row(database_order_);
  unit_.put(std::move(row.key), std::move(row.value), ports::Stage::kMetaFirst);
  changes_.database_order = database_order_;
}

std::vector<const commands::Command*> CommandRun::added_commands() const {
  return core_.extension == nullptr ? std::vector<const commands::Command*>()
                                    : core_.extension->all();
}

bool CommandRun::may_read_any_key(const commands::Call& call) const {
  if (!call.connection.is_restricted) return true;
  return core_.extension->may_read_any_key({call.command, call.args, call.connection, false});
}

int64_t CommandRun::count_keys(size_t index) {
  constexpr size_t kPageKeys = 256;
  constexpr int kPagesInVainMax = 16;  // beside others who change very much
  const size_t place = place_of(index);
  if (place < core_.key_counts.size()) {
    keyspace::KeyCount& count = core_.key_counts[place];
    int in_vain = 0;
    while (is_alone_ && !count.is_complete() && in_vain < kPagesInVainMax) {
      if (!count.count_page(unit_, kPageKeys)) ++in_vain;
    }
    if (count.is_complete()) {
      if (const auto keys = count_behind(place, count.totals(unit_.now_ms()).keys)) return *keys;
    }
  }
  return keyspace::count_keys(database(index));
}

// What a transaction or a script has pending is not in the total.
std::optional<int64_t> CommandRun::count_behind(size_t place, int64_t total) const {
  if (is_alone_) return total;
  const auto pending = pending_keys_->find(place);
  if (pending == pending_keys_->end()) return total;
  const auto& [has_flushed, is_known, more] = pending->second;
  if (!is_known) return std::nullopt;
  return has_flushed ? more : total + more;
}

void CommandRun::changed(size_t database, BytesView key, BytesView event) {
  std::optional<types::KeyType> added;
  if (is_told_of_new(database, key, event)) added = new_type(database, key, event);
  add_change(changes_.key_of(database, key, event));
  if (added) tell_of_new(database, key, event, *added);
  if (interests_.ends && takes_elements(event) && !holds(database, key)) {
    add_change(changes_.key_of(database, key, "del"));
  }
}

void CommandRun::add_change(const Changes::Key& key) {
  constexpr size_t kKeysLikely = 16;
  if (changes_.keys.empty()) changes_.keys.reserve(kKeysLikely);
  changes_.keys.push_back(key);
}

// A key that comes from another one is new before that one is gone.
void CommandRun::tell_of_new(size_t database, BytesView key, BytesView event, types::KeyType type) {
  const bool comes_from_another = event == "rename_to" || event == "move_to";
  const auto its_events = changes_.keys.end() - (comes_from_another ? 2 : 1);
  changes_.keys.insert(its_events, key_added(database, key, type));
}

Changes::Key CommandRun::key_added(size_t database, BytesView key, types::KeyType type) {
  Changes::Key added = changes_.key_of(database, key, "", false);
  added.added = type;
  return added;
}

void CommandRun::added(size_t database, BytesView key) {
  if (!is_told_of_new(database, key, "")) return;
  const std::optional<types::KeyType> type = new_type(database, key, "");
  if (type) add_change(key_added(database, key, *type));
}

void CommandRun::happened(size_t database, BytesView key, BytesView event) {
  add_change(changes_.key_of(database, key, event, false));
}

void CommandRun::flushing(size_t database_index) {
  changes_.has_flushed = true;
  for (const Bytes& key : core_.watches.watched_keys(database_index)) {
    if (holds(database_index, key)) changed(database_index, key, "flushdb");
  }
}

bool CommandRun::is_told_of_new(size_t database, BytesView key, BytesView event) const {
  if (interests_.new_keys) return true;
  const bool is_string = event == "set";  // for which nobody waits
  return !is_string && core_.listener != nullptr && core_.listener->awaits(database, key);
}

std::optional<types::KeyType> CommandRun::new_type(size_t database_index, BytesView key,
                                                   BytesView event) {
  const bool is_first = judged_.emplace(database_index, key).second;
  // What is set with a time that is over is there no more, and has been added all the same.
  const bool is_set = event == "set";
  if (!is_first || (!is_set && !holds(database_index, key))) return std::nullopt;
  const types::KeyType type =
      is_set ? types::KeyType::kString : database(database_index).find(key)->type;
  if (takes_the_place(event)) return type;
  CommandRun before(core_, store_, database_order_, unit_.now_ms(), asides_);
  return before.holds(database_index, key) ? std::nullopt : std::optional(type);
}

bool CommandRun::holds(size_t database_index, BytesView key) {
  try {
    return database(database_index).find(key).has_value();
  } catch (const CommandError&) {
    return true;  // something is there, though nobody can read it
  }
}

}  // namespace keemun::session
