#include "session/open_store.h"

#include <utility>
#include <vector>

#include "base/command_error.h"
#include "format/namespaces.h"
#include "format/store_records.h"
#include "ports/write_batch.h"

namespace keemun::session {

namespace {

constexpr size_t kPageRecords = 128;

// Every namespace that the store already holds, and every configured one, once.
std::vector<Bytes> all_namespaces(ports::KvStore& store,
                                  std::span<const format::KeyLayout> databases) {
  std::vector<Bytes> names;
  format::KeyRange range = format::all_namespace_records();
  for (bool has_more = true; has_more;) {
    const auto page = store.scan({range.begin, range.end, kPageRecords, false, true});
    for (const ports::Row& row : page.rows) {
      if (const auto name = format::namespace_of_record_key(row.key)) names.emplace_back(*name);
    }
    has_more = page.has_more && !page.rows.empty();
    if (has_more) range.begin = format::row_after(page.rows.back().key);
  }
  for (const format::KeyLayout& layout : databases) {
    const bool is_known =
        store.get(format::namespace_record_key(layout.namespace_name())).has_value();
    if (!is_known) names.push_back(layout.namespace_name());
  }
  return names;
}

void check_names(std::span<const Bytes> names) {
  const std::vector<BytesView> views(names.begin(), names.end());
  if (names.size() > 1 && !format::namespaces_are_prefix_free(views)) {
    throw CommandError("ERR the namespaces of one store must not begin with one another");
  }
}

}  // namespace

void open_store(ports::KvStore& store, std::span<const format::KeyLayout> databases) {
  check_names(all_namespaces(store, databases));
  ports::WriteBatch batch;
  for (const format::KeyLayout& layout : databases) {
    Bytes record_key = format::namespace_record_key(layout.namespace_name());
    const format::NamespaceRecord wanted{format::EncodingFamily::kCamellia, layout.kind(),
                                         format::ScoreForm::kOrdered};
    const auto row = store.get(record_key);
    if (!row) {
      batch.writes.push_back(
          {std::move(record_key), format::encode_namespace_record(wanted), false});
      continue;
    }
    const auto record = format::decode_namespace_record(*row);
    const Bytes name = "namespace '" + layout.namespace_name() + "'";
    if (!record) throw CommandError("ERR the record of " + name + " does not decode");
    if (*record != wanted) {
      throw CommandError("ERR " + name + " was created with another layout or family of encodings");
    }
  }
  if (!batch.empty()) store.commit(batch);
}

}  // namespace keemun::session
