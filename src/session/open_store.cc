#include "session/open_store.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>
#include <vector>

#include "base/command_error.h"
#include "format/ardb_key.h"
#include "format/ardb_ordered_form.h"
#include "format/expiry_index.h"
#include "format/namespaces.h"
#include "format/store_records.h"
#include "keyspace/camellia/meta_walk.h"
#include "keyspace/unit/unit_of_work.h"
#include "ports/store_error.h"
#include "ports/write_batch.h"

namespace keemun::session {

namespace {

using format::EncodingFamily;

struct Namespace {
  Bytes name;
  format::NamespaceRecord record;
};

bool contains(std::span<const Namespace> namespaces, BytesView name) {
  return std::any_of(namespaces.begin(), namespaces.end(),
                     [name](const Namespace& one) { return one.name == name; });
}

format::NamespaceRecord decode_record(const Bytes& name, BytesView row_value) {
  const auto record = format::decode_namespace_record(row_value);
  if (!record) throw CommandError("ERR the record of namespace '" + name + "' does not decode");
  return *record;
}

std::vector<Namespace> stored_namespaces(ports::KvStore& store) {
  std::vector<Namespace> stored;
  for (const ports::Row& row : namespace_records(store)) {
    const auto name = format::namespace_of_record_key(row.key);
    if (name) stored.push_back({Bytes(*name), decode_record(Bytes(*name), row.value)});
  }
  return stored;
}

// Their rows stand apart from those of every other namespace.
void check_ardb_name(BytesView name) {
  if (name == format::kArdbTtlNamespace) {
    throw CommandError("ERR namespace '" + Bytes(name) + "' is that of the index of expiry");
  }
  if (name.size() > format::kArdbNamespaceBytesMax) {
    throw CommandError("ERR a namespace of the ardb family has at most 512 bytes");
  }
}

void check_camellia_names(std::span<const Namespace> namespaces) {
  std::vector<BytesView> names;
  for (const Namespace& one : namespaces) names.emplace_back(one.name);
  if (!format::namespaces_are_prefix_free(names)) {
    throw CommandError("ERR the namespaces of one store must not begin with one another");
  }
  const auto has_slots = [](const Namespace& one) {
    return one.record.layout == format::LayoutKind::kSlot;
  };
  if (std::none_of(namespaces.begin(), namespaces.end(), has_slots)) return;
  for (const Namespace& one : namespaces) {
    if (has_slots(one) || format::namespace_is_clear_of_slot_prefixes(one.name)) continue;
    throw CommandError("ERR namespace '" + one.name + "' would lie among the rows of a slot");
  }
}

void check_names(std::span<const Namespace> namespaces) {
  std::vector<Namespace> camellia;
  std::set<BytesView> names;
  for (const Namespace& one : namespaces) {
    if (!names.insert(one.name).second) {
      throw CommandError("ERR two databases have the namespace '" + one.name + "'");
    }
    if (one.record.family == EncodingFamily::kArdb) {
      check_ardb_name(one.name);
    } else {
      camellia.push_back(one);
    }
  }
  check_camellia_names(camellia);
}

// Rows without versions must come and go with their meta.
void check_store(const ports::KvStore& store, std::span<const Namespace> namespaces) {
  if (store.capabilities().atomic_batch) return;
  for (const Namespace& one : namespaces) {
    if (one.record.family != EncodingFamily::kArdb) continue;
    throw CommandError("ERR namespace '" + one.name +
                       "' is of the ardb family, whose rows carry no version: it needs a store "
                       "whose batches are atomic, and this one's are not");
  }
}

std::vector<Namespace> configured(std::span<const format::KeyLayout> databases,
                                  std::span<const EncodingFamily> families) {
  std::vector<Namespace> namespaces;
  for (size_t place = 0; place < databases.size(); ++place) {
    const format::KeyLayout& layout = databases[place];
    const EncodingFamily family =
        place < families.size() ? families[place] : EncodingFamily::kCamellia;
    // The rows of the ardb family stand in one way only.
    const auto kind = family == EncodingFamily::kArdb ? format::LayoutKind::kPlain : layout.kind();
    namespaces.push_back({layout.namespace_name(), {family, kind, format::ScoreForm::kOrdered}});
  }
  return namespaces;
}

// By the options that ask for it.
Bytes described(const format::NamespaceRecord& record) {
  if (record.family == EncodingFamily::kArdb) return "encoding ardb";
  return "encoding camellia, key-layout " + Bytes(format::layout_name(record.layout));
}

bool is_empty(ports::KvStore& store, const format::KeyRange& range) {
  return store.scan({range.begin, range.end, 1, false, ports::Values::kNone}).rows.empty();
}

bool has_keys(ports::KvStore& store, const Namespace& one) {
  if (one.record.family == EncodingFamily::kArdb) {
    return !is_empty(store, format::ardb_namespace_rows(one.name));
  }
  constexpr int64_t kNoTime = 0;  // whether they have expired does not matter
  keyspace::UnitOfWork reads(store, store.capabilities(), kNoTime);
  const format::KeyLayout layout(one.record.layout, one.name);
  const auto is_ours = [&layout](const ports::Row& row) { return layout.is_meta_key(row.key); };
  for (keyspace::MetaWalk walk(reads, layout, std::nullopt); !walk.at_end();) {
    const auto rows = walk.next(1, ports::Values::kNone);
    if (std::any_of(rows.begin(), rows.end(), is_ours)) return true;
  }
  return false;
}

// A store may be too full for it.
void commit_if_possible(ports::KvStore& store, const ports::WriteBatch& batch) {
  if (batch.empty()) return;
  try {
    store.commit(batch);
  } catch (const ports::StoreError&) {
    return;
  }
}

}  // namespace

std::vector<NamespaceLeftOut> namespaces_left_out(ports::KvStore& store,
                                                  std::span<const format::KeyLayout> databases) {
  const std::vector<Namespace> wanted = configured(databases, {});
  std::vector<NamespaceLeftOut> left_out;
  for (const Namespace& one : stored_namespaces(store)) {
    if (contains(wanted, one.name) || !has_keys(store, one)) continue;
    left_out.push_back({one.name, one.record.family});
  }
  return left_out;
}

void forget_databases_if_empty(ports::KvStore& store) {
  std::set<Bytes> about_databases = {format::database_order_key()};
  for (const ports::Row& row : namespace_records(store)) {
    about_databases.insert(row.key);
    const auto name = format::namespace_of_record_key(row.key);
    if (!name) continue;
    about_databases.insert(format::gc_progress_key(*name));
    about_databases.insert(format::gc_lease_key(*name));
  }
  const auto tells_nothing = [&](const ports::Row& row) {
    return about_databases.contains(row.key) || format::is_version_reservation_key(row.key) ||
           format::library_of_row_key(row.key);
  };
  constexpr size_t kPageRows = 128;
  const Bytes behind_every_row(64, '\xff');
  Bytes from;
  try {
    for (bool has_more = true; has_more;) {
      const ports::ScanPage page =
          store.scan({from, behind_every_row, kPageRows, false, ports::Values::kNone});
      if (!std::all_of(page.rows.begin(), page.rows.end(), tells_nothing)) return;
      has_more = page.has_more && !page.rows.empty();
      if (has_more) from = format::row_after(page.rows.back().key);
    }
  } catch (const ports::StoreError& error) {
    if (error.kind() != ports::StoreError::Kind::kCorrupt) throw;
    return;  // what cannot be read is there
  }
  ports::WriteBatch batch;
  for (const Bytes& key : about_databases) batch.writes.push_back({key, {}, true});
  commit_if_possible(store, batch);
}

void forget_unused_names(ports::KvStore& store, std::span<const format::KeyLayout> databases) {
  const std::vector<Namespace> wanted = configured(databases, {});
  ports::WriteBatch batch;
  for (const Namespace& one : stored_namespaces(store)) {
    if (one.record.family != EncodingFamily::kArdb || contains(wanted, one.name)) continue;
    if (!is_empty(store, format::ardb_namespace_rows(one.name))) continue;
    if (!is_empty(store, format::expiry_rows(one.name))) continue;
    batch.writes.push_back({format::namespace_record_key(one.name), {}, true});
  }
  commit_if_possible(store, batch);
}

std::vector<ports::Row> rows_within(ports::KvStore& store, format::KeyRange range) {
  constexpr size_t kPageRows = 128;
  std::vector<ports::Row> rows;
  for (bool has_more = true; has_more;) {
    ports::ScanPage page = store.scan({range.begin, range.end, kPageRows, false});
    has_more = page.has_more && !page.rows.empty();
    if (has_more) range.begin = format::row_after(page.rows.back().key);
    std::move(page.rows.begin(), page.rows.end(), std::back_inserter(rows));
  }
  return rows;
}

std::vector<ports::Row> namespace_records(ports::KvStore& store) {
  return rows_within(store, format::all_namespace_records());
}

void open_store(ports::KvStore& store, std::span<const format::KeyLayout> databases,
                std::span<const EncodingFamily> families) {
  const std::vector<Namespace> stored = stored_namespaces(store);
  const std::vector<Namespace> wanted = configured(databases, families);
  check_store(store, wanted);
  std::vector<Namespace> all = stored;
  for (const Namespace& one : wanted) {
    if (!contains(stored, one.name)) all.push_back(one);
  }
  check_names(all);
  ports::WriteBatch batch;
  for (const Namespace& one : wanted) {
    Bytes record_key = format::namespace_record_key(one.name);
    const auto row = store.get(record_key);
    if (!row) {
      batch.writes.push_back(
          {std::move(record_key), format::encode_namespace_record(one.record), false});
    } else if (const auto found = decode_record(one.name, *row); found != one.record) {
      throw CommandError("ERR namespace '" + one.name + "' was created with " + described(found) +
                         ", and this is with " + described(one.record));
    }
  }
  if (!batch.empty()) store.commit(batch);
}

}  // namespace keemun::session
