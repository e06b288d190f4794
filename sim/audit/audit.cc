#include "audit/audit.h"

#include <algorithm>
#include <utility>

#include "audit/ardb_audit.h"
#include "audit/expiry_audit.h"
#include "base/command_error.h"
#include "base/number_text.h"

namespace keemun::sim {

namespace {

using Entries = model::Database::Entries;

[[noreturn]] void fail(Bytes what) {
  throw CommandError(std::move(what));
}

// The index of expiry of every namespace.
void check_expiry_indexes(const StoredRows& stored, const CamelliaKeys& camellia,
                          const std::map<Bytes, ArdbEntries>& ardb) {
  std::map<Bytes, Expiries> index = read_expiry_index(stored.rows);
  const auto check = [&index](const Bytes& name, const Expiries& metas,
                              const ExpiryIndexRules& rules) {
    if (auto fault = expiry_index_fault(index[name], metas, rules)) {
      fail("namespace '" + name + "': " + *fault);
    }
    index.erase(name);
  };
  for (const auto& [name, entries] : ardb) {
    Expiries metas = camellia.in(name).expiries;
    for (const auto& [key, entry] : entries) {
      if (entry.expire_at_ms != model::kNoExpiry) metas.emplace(entry.expire_at_ms, key);
    }
    check(name, metas, {});
  }
  const ExpiryIndexRules rules = {stored.has_expiry_index, stored.now_ms,
                                  !stored.has_whole_batches};
  for (const auto& [name, found] : camellia.namespaces()) {
    if (!ardb.contains(name)) check(name, found.expiries, rules);
  }
  for (const auto& [name, expiries] : index) {
    if (auto fault = expiry_index_fault(expiries, {}, rules)) {
      fail("namespace '" + name + "': " + *fault);
    }
  }
}

// Where the keys of a database stand.
const Bytes& namespace_of(const StoredRows& stored, size_t database) {
  const size_t numbered = stored.database_order.size();
  const format::KeyLayout& layout = database < numbered
                                        ? stored.namespaces[stored.database_order[database]]
                                        : stored.named[database - numbered];
  return layout.namespace_name();
}

void check_names(const StoredRows& stored, const std::map<Bytes, ArdbEntries>& ardb) {
  const auto holds = [](std::span<const format::KeyLayout> layouts, const Bytes& name) {
    return std::any_of(layouts.begin(), layouts.end(),
                       [&name](const auto& layout) { return layout.namespace_name() == name; });
  };
  for (const auto& [name, entries] : ardb) {
    if (holds(stored.namespaces, name)) continue;
    if (!holds(stored.named, name)) fail("namespace '" + name + "' has keys and is of nobody");
    if (!stored.rows.contains("x#n" + name)) fail("namespace '" + name + "' has no record");
  }
}

Bytes name_of(const Bytes& key, size_t database) {
  return "key '" + key + "' of database " + format_int64(static_cast<int64_t>(database));
}

// What is there and should not be, or the other way around.
void compare(const Entries& found, const Entries& expected,
             const std::map<std::pair<size_t, Bytes>, Damage>& damaged, size_t database,
             int64_t now_ms) {
  const auto skip_gone = [now_ms](Entries::const_iterator& at, Entries::const_iterator end) {
    while (at != end && is_gone(at->second.expire_at_ms, now_ms)) ++at;
    return at != end;
  };
  const auto say = [database](const Bytes& key, BytesView what) {
    fail(name_of(key, database) + Bytes(what));
  };
  auto there = found.begin();
  auto wanted = expected.begin();
  while (true) {
    const bool has_there = skip_gone(there, found.end());
    const bool has_wanted = skip_gone(wanted, expected.end());
    if (!has_there && !has_wanted) return;
    const int order = !has_wanted ? -1 : !has_there ? 1 : there->first.compare(wanted->first);
    if (order < 0) say(there->first, " should not be there");
    if (order > 0) {
      if (!damaged.contains({database, wanted->first})) say(wanted->first, " is missing");
      ++wanted;
      continue;
    }
    if (there->second.value != wanted->second.value) {
      say(there->first, " holds something else than the model");
    }
    if (there->second.expire_at_ms != wanted->second.expire_at_ms) {
      say(there->first, " expires at another time");
    }
    ++there;
    ++wanted;
  }
}

}  // namespace

StoredKeys KeyReader::read(const StoredRows& stored, std::span<const Bytes> changed) {
  if (std::exchange(has_read_, true)) {
    for (const Bytes& row : changed) camellia_.changed(stored, row);
  } else {
    for (const auto& [row, value] : stored.rows) camellia_.changed(stored, row);
  }
  camellia_.read(stored);
  const std::map<Bytes, ArdbEntries> ardb = read_ardb_keys(stored.rows, stored.ardb);
  check_expiry_indexes(stored, camellia_, ardb);
  check_names(stored, ardb);
  ardb_.clear();
  StoredKeys keys;
  for (size_t i = 0; i < stored.database_order.size() + stored.named.size(); ++i) {
    const Bytes& name = namespace_of(stored, i);
    const CamelliaKeys::Namespace& camellia = camellia_.in(name);
    keys.databases.push_back(&camellia.database);
    for (const auto& [key, damage] : camellia.damaged) {
      if (is_gone(damage.expire_at_ms, stored.now_ms)) continue;
      keys.damaged.emplace(std::pair(i, key), damage);
    }
    const auto rows = ardb.find(name);
    if (rows == ardb.end()) continue;
    model::Database& both = ardb_.emplace(name, camellia.database).first->second;
    for (const auto& [key, entry] : rows->second) {
      if (is_gone(entry.expire_at_ms, stored.now_ms)) continue;
      if (both.holds(key, stored.now_ms)) fail(name_of(key, i) + " is there in both families");
      both.put(key, entry.value, entry.expire_at_ms);
    }
    keys.databases.back() = &both;
  }
  return keys;
}

std::optional<Bytes> difference(const StoredKeys& stored, std::span<const model::Database> expected,
                                int64_t now_ms) {
  try {
    for (size_t i = 0; i < stored.databases.size(); ++i) {
      compare(stored.databases[i]->entries(), expected[i].entries(), stored.damaged, i, now_ms);
    }
  } catch (const CommandError& error) {
    return error.text();
  }
  return std::nullopt;
}

std::optional<Bytes> audit(const StoredRows& stored, std::span<const model::Database> expected) {
  try {
    KeyReader reader;
    return audit(reader.read(stored, {}), expected, stored.now_ms);
  } catch (const CommandError& error) {
    return error.text();
  }
}

std::optional<Bytes> audit(const StoredKeys& keys, std::span<const model::Database> expected,
                           int64_t now_ms) {
  for (const auto& [place, damage] : keys.damaged) {
    return name_of(place.second, place.first) + ": " + damage.what;
  }
  return difference(keys, expected, now_ms);
}

}  // namespace keemun::sim
