#include "session/core.h"

#include <algorithm>
#include <utility>

#include "session/database_order.h"

namespace keemun::session {

namespace {

// Cursors of an earlier process are below: it cannot have given a thousand a millisecond.
constexpr uint64_t kCursorsPerMs = 1024;

}  // namespace

Core::Core(ports::KvStore& store_door, ports::Clock& clock_door, ports::Random& random_door,
           CoreSettings core_settings, const keyspace::RedisDoors& redis)
    : clock(clock_door),
      random(random_door),
      capabilities(store_door.capabilities()),
      settings(std::move(core_settings)),
      database_order(load_database_order(store_door, settings.databases.size())),
      versions(store_door, clock_door, settings.issuer),
      companions(store_door, redis, clock_door, random_door, settings.caches),
      store(companions.store()),
      doubts(capabilities, clock_door.now_ms()),
      turns(*this),
      cursors(static_cast<uint64_t>(clock_door.now_ms()) * kCursorsPerMs) {
  if (capabilities.late_write_ms > 0) doubt_database_order();
  if (!settings.counts_keys) return;
  for (const format::KeyLayout& layout : settings.databases) key_counts.emplace_back(layout);
}

void Core::start_over() {
  companions.start_over();
  versions.start_over();
  database_order = load_database_order(store, settings.databases.size());
  count_keys_anew();
}

void Core::take_over(int64_t not_before_ms) {
  companions.start_over();
  count_keys_anew();
  watches.all_changed();
  latest_ms_ = std::max(latest_ms_, not_before_ms);
  order_doubtful_until_ms_ = latest_ms_;
}

void Core::count_keys_anew() {
  for (keyspace::KeyCount& count : key_counts) count.start_over();
}

void Core::settle_database_order(int64_t now) {
  if (!order_doubtful_until_ms_ || now < *order_doubtful_until_ms_) return;
  database_order = load_database_order(store, settings.databases.size());
  order_doubtful_until_ms_.reset();
}

int64_t Core::now_ms() {
  latest_ms_ = std::max(latest_ms_, clock.now_ms());
  return latest_ms_;
}

}  // namespace keemun::session
