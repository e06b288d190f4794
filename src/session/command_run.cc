#include "session/command_run.h"

#include "base/check.h"
#include "session/database_order.h"

namespace keemun::session {

void Changes::publish(Core& core) const {
  if (!database_order.empty()) core.database_order = database_order;
  for (const auto& [database, key] : keys) core.watches.changed(database, key);
  for (const size_t database : flushed_databases) core.watches.changed_all(database);
}

CommandRun::CommandRun(Core& core, ports::KvStore& store, std::vector<size_t> database_order,
                       int64_t now_ms)
    : core_(core),
      unit_(store, core.capabilities, now_ms),
      database_order_(std::move(database_order)) {}

keyspace::Keyspace& CommandRun::database(size_t index) {
  CHECK(index < database_order_.size());
  const size_t place = database_order_[index];
  for (const auto& [opened_place, keyspace] : opened_) {
    if (opened_place == place) return *keyspace;
  }
  opened_.emplace_back(place, std::make_unique<keyspace::CamelliaKeyspace>(
                                  unit_, core_.settings.databases[place], core_.settings.encodings,
                                  core_.versions, core_.companions));
  return *opened_.back().second;
}

void CommandRun::swap_databases(size_t first, size_t second) {
  if (first == second) return;
  std::swap(database_order_[first], database_order_[second]);
  ports::WriteBatch::Write row = database_order_row(database_order_);
  unit_.put(std::move(row.key), std::move(row.value), ports::Stage::kMetaFirst);
  changes_.database_order = database_order_;
  flushed(first);
  flushed(second);
}

void CommandRun::changed(size_t database, BytesView key, BytesView) {
  changes_.keys.emplace_back(database, key);
}

void CommandRun::flushed(size_t database) {
  changes_.flushed_databases.push_back(database);
}

}  // namespace keemun::session
