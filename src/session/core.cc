#include "session/core.h"

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "base/number_text.h"
#include "format/expiry_index.h"
#include "ports/store_error.h"
#include "session/open_store.h"

namespace keemun::session {

namespace {

// Cursors of an earlier process are below: it cannot have given a thousand a millisecond.
constexpr uint64_t kCursorsPerMs = 1024;

// Rows of scores and of what expires are sought by their order, never one by its key.
keyspace::CacheChoice cache_choice(const CoreSettings& settings) {
  keyspace::CacheChoice choice = settings.caches;
  choice.hash = settings.table_hash;
  choice.scanned.push_back({0, format::expiry_rows_head()});
  if (!settings.databases.empty()) {
    using format::KeyLayout;
    choice.scanned.push_back({settings.databases.front().family_at(),
                              KeyLayout::family_mark(format::RowFamily::kScore)});
  }
  return choice;
}

}  // namespace

bool CoreSettings::takes_names() const {
  for (size_t place = 0; place < databases.size(); ++place) {
    if (family(place) == format::EncodingFamily::kArdb) return true;
  }
  return false;
}

Core::Core(ports::KvStore& store_door, ports::Clock& clock_door, ports::Random& random_door,
           CoreSettings core_settings, const keyspace::RedisDoors& redis)
    : clock(clock_door),
      random(random_door),
      capabilities(store_door.capabilities()),
      settings(std::move(core_settings)),
      takes_names(settings.takes_names()),
      libraries(store_door),
      database_order(load_database_order(store_door, settings.databases.size())),
      names(settings.databases),
      versions(store_door, clock_door, settings.issuer),
      companions(store_door, redis, clock_door, random_door, cache_choice(settings)),
      store(companions.store()),
      gates(settings.table_hash),
      doubts(capabilities, clock_door.now_ms()),
      turns(*this),
      cursors(static_cast<uint64_t>(clock_door.now_ms()) * kCursorsPerMs),
      scripts(settings.interpreters != nullptr ? settings.interpreters
                                               : std::make_shared<keemun::scripts::Interpreters>()),
      uncached_(store_door),
      latest_ms_(clock_door.now_ms()) {
  CHECK(capabilities.late_write_ms <= ports::kLateWriteMsMax);
  if (takes_names) names_are_new_at_ms_ = latest_ms_;
  learn_names();
  if (capabilities.late_write_ms > 0) {
    doubt_database_order();
    if (takes_names) names_are_new_at_ms_ = order_doubtful_until_ms_;
  }
  if (!settings.counts_keys) return;
  for (size_t place = 0; place < settings.databases.size(); ++place) {
    key_counts.emplace_back(keyspace::KeyMetas(settings.databases[place], settings.family(place)));
  }
}

void Core::start_over() {
  companions.start_over();
  versions.start_over();
  try {
    database_order = load_database_order(uncached_, settings.databases.size());
  } catch (const ports::StoreError&) {
    doubt_database_order();  // whoever runs next asks for it, and is told
  }
  names.doubt_records();
  libraries.doubt();
  watches.all_changed();
  count_keys_anew();
}

void Core::take_over(int64_t not_before_ms) {
  companions.start_over();
  count_keys_anew();
  watches.all_changed();
  latest_ms_ = std::max(latest_ms_, not_before_ms);
  order_doubtful_until_ms_ = latest_ms_;
  if (takes_names) names_are_new_at_ms_ = latest_ms_;
}

void Core::count_keys_anew() {
  for (keyspace::KeyCount& count : key_counts) count.start_over();
}

void Core::settle_databases(int64_t now) {
  learn_names();
  if (!order_doubtful_until_ms_ || now < *order_doubtful_until_ms_) return;
  database_order = load_database_order(uncached_, settings.databases.size());
  libraries.doubt();
  order_doubtful_until_ms_.reset();
}

const format::KeyLayout& Core::layout(size_t place) const {
  return names.holds(place) ? names.layout(place) : settings.databases[place];
}

format::EncodingFamily Core::family(size_t place) const {
  return names.holds(place) ? format::EncodingFamily::kArdb : settings.family(place);
}

size_t Core::number_of(size_t place) const {
  if (names.holds(place)) return place;
  const auto number = std::find(database_order.begin(), database_order.end(), place);
  return static_cast<size_t>(number - database_order.begin());
}

Bytes Core::database_text(size_t number) const {
  return names.holds(number) ? names.layout(number).namespace_name()
                             : format_int64(static_cast<int64_t>(number));
}

void Core::learn_names() {
  if (!names_are_new_at_ms_ || now_ms() < *names_are_new_at_ms_) return;
  const int64_t new_at_ms = *std::exchange(names_are_new_at_ms_, std::nullopt);
  try {
    for (const ports::Row& row : namespace_records(uncached_)) {
      const auto name = format::namespace_of_record_key(row.key);
      const auto record = format::decode_namespace_record(row.value);
      if (name && record && record->family == format::EncodingFamily::kArdb) names.found(*name);
    }
  } catch (...) {  // a host breaks off what would wait for the disk
    names_are_new_at_ms_ = new_at_ms;
    throw;
  }
}

int64_t Core::now_ms() {
  const int64_t now = std::max(latest_ms_, clock.now_ms());
  if (clock.may_step_back()) latest_ms_ = now;
  return now;
}

}  // namespace keemun::session
