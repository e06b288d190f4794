#include "session/open_store.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/command_error.h"
#include "format/namespaces.h"
#include "format/store_records.h"
#include "ports/write_batch.h"

namespace keemun::session {

namespace {

constexpr size_t kPageRecords = 128;

struct Namespace {
  Bytes name;
  format::LayoutKind layout = format::LayoutKind::kPlain;
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
  format::KeyRange range = format::all_namespace_records();
  for (bool has_more = true; has_more;) {
    const auto page = store.scan({range.begin, range.end, kPageRecords, false, false});
    for (const ports::Row& row : page.rows) {
      const auto name = format::namespace_of_record_key(row.key);
      if (name) stored.push_back({Bytes(*name), decode_record(Bytes(*name), row.value).layout});
    }
    has_more = page.has_more && !page.rows.empty();
    if (has_more) range.begin = format::row_after(page.rows.back().key);
  }
  return stored;
}

void check_names(std::span<const Namespace> namespaces) {
  std::vector<BytesView> names;
  for (const Namespace& one : namespaces) names.emplace_back(one.name);
  if (!format::namespaces_are_prefix_free(names)) {
    throw CommandError("ERR the namespaces of one store must not begin with one another");
  }
  const auto has_slots = [](const Namespace& one) {
    return one.layout == format::LayoutKind::kSlot;
  };
  if (std::none_of(namespaces.begin(), namespaces.end(), has_slots)) return;
  for (const Namespace& one : namespaces) {
    if (has_slots(one) || format::namespace_is_clear_of_slot_prefixes(one.name)) continue;
    throw CommandError("ERR namespace '" + one.name + "' would lie among the rows of a slot");
  }
}

}  // namespace

void open_store(ports::KvStore& store, std::span<const format::KeyLayout> databases) {
  const std::vector<Namespace> stored = stored_namespaces(store);
  std::vector<Namespace> all = stored;
  for (const format::KeyLayout& layout : databases) {
    if (!contains(stored, layout.namespace_name())) {
      all.push_back({layout.namespace_name(), layout.kind()});
    }
  }
  check_names(all);
  ports::WriteBatch batch;
  for (const format::KeyLayout& layout : databases) {
    const Bytes& name = layout.namespace_name();
    const format::NamespaceRecord wanted{format::EncodingFamily::kCamellia, layout.kind(),
                                         format::ScoreForm::kOrdered};
    Bytes record_key = format::namespace_record_key(name);
    const auto row = store.get(record_key);
    if (!row) {
      batch.writes.push_back(
          {std::move(record_key), format::encode_namespace_record(wanted), false});
    } else if (decode_record(name, *row) != wanted) {
      throw CommandError("ERR namespace '" + name +
                         "' was created with another layout or family of encodings");
    }
  }
  if (!batch.empty()) store.commit(batch);
}

}  // namespace keemun::session
