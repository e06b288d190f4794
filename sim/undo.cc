#include "sim/undo.h"

#include <utility>

namespace keemun::sim {

using model::Database;

Undo::Undo(model::Model& model, const Touched& touched) : touched_(touched) {
  if (touched.are_all) {
    all_ = model.databases();
    return;
  }
  for (size_t i = 0; i < model.databases().size(); ++i) {
    // Both are in order: to walk beside each other costs less than to look for every key.
    const Database::Entries& entries = model.databases()[i].entries();
    auto entry = entries.begin();
    for (const Bytes& key : touched.keys) {
      while (entry != entries.end() && entry->first < key) ++entry;
      if (entry == entries.end()) break;
      if (entry->first == key) entries_.push_back({i, key, entry->second});
    }
  }
}

void Undo::restore(model::Model& model) {
  if (all_) {
    model.databases() = std::move(*all_);
    return;
  }
  for (Database& database : model.databases()) {
    for (const Bytes& key : touched_.keys) database.erase(key);
  }
  for (Before& before : entries_) {
    Database& database = model.databases()[before.database];
    database.put(before.key, std::move(before.entry.value), before.entry.expire_at_ms);
  }
}

}  // namespace keemun::sim
