#include "store_audit/stored_keys.h"

#include <limits>
#include <utility>

#include "format/ardb_ordered_form.h"
#include "keyspace/camellia/meta_walk.h"
#include "keyspace/unit/unit_of_work.h"
#include "plan/plan_text.h"

namespace keemun::sim {

namespace {

constexpr size_t kPageRows = 256;

}  // namespace

std::vector<StoredNamespace> stored_namespaces(
    ports::KvStore& store, const std::function<void(const Bytes& problem)>& tell) {
  using format::EncodingFamily;
  std::vector<StoredNamespace> namespaces;
  format::KeyRange records = format::all_namespace_records();
  visit_rows(
      store, std::move(records.begin), records.end, ports::Values::kWhole,
      [&](const ports::Row& row) {
        const auto name = format::namespace_of_record_key(row.key);
        const auto record = format::decode_namespace_record(row.value);
        if (!name || !record) {
          tell("record " + plan::argument_text(row.key) + " does not decode");
        } else if (record->family == EncodingFamily::kTieredZSet) {
          tell("namespace " + plan::argument_text(*name) + " is of a family that is not read");
        } else if (record->family == EncodingFamily::kArdb &&
                   record->layout != format::LayoutKind::kPlain) {
          tell("namespace " + plan::argument_text(*name) +
               " is of the ardb family, which has no layouts");
        } else {
          namespaces.push_back({{record->layout, Bytes(*name)}, record->family});
        }
      });
  return namespaces;
}

void visit_metas(ports::KvStore& store, const format::KeyLayout& layout,
                 const std::function<bool(const ports::Row& meta)>& visit) {
  const ports::Capabilities capabilities = store.capabilities();
  keyspace::UnitOfWork reads(store, capabilities, 0);
  for (keyspace::MetaWalk walk(reads, layout, std::nullopt); !walk.at_end();) {
    for (const ports::Row& row : walk.next(kPageRows, ports::Values::kWhole)) {
      if (layout.decode_meta_key(row.key).is_ours() && !visit(row)) return;
    }
  }
}

void visit_rows(ports::KvStore& store, Bytes begin, BytesView end, ports::Values values,
                const std::function<void(const ports::Row& row)>& visit) {
  for (bool has_more = true; has_more;) {
    const ports::ScanPage page = store.scan({begin, end, kPageRows, false, values});
    for (const ports::Row& row : page.rows) visit(row);
    has_more = page.has_more && !page.rows.empty();
    if (has_more) begin = format::row_after(page.rows.back().key);
  }
}

void visit_ardb_keys(ports::KvStore& store, BytesView namespace_name,
                     const std::function<bool(const Bytes& key, const RowMap& rows)>& visit) {
  format::KeyRange rest = format::ardb_namespace_rows(namespace_name);
  Bytes key;
  RowMap rows;
  bool goes_on = true;
  const auto end_key = [&] {
    if (!rows.empty() && goes_on) goes_on = visit(key, rows);
    rows.clear();
  };
  while (goes_on) {
    const ports::ScanPage page = store.scan({rest.begin, rest.end, kPageRows, false});
    for (const ports::Row& row : page.rows) {
      auto name = format::decode_ordered_ardb_key(row.key);
      if (!name) continue;
      if (name->key != key) end_key();
      key = std::move(name->key);
      rows.emplace(row.key, row.value);
    }
    if (!page.has_more || page.rows.empty()) return end_key();
    rest.begin = format::row_after(page.rows.back().key);
  }
}

RowMap rows_of_ardb_key(ports::KvStore& store, BytesView namespace_name, BytesView key) {
  const format::KeyRange range = format::ardb_key_rows(namespace_name, key);
  RowMap rows;
  visit_rows(store, range.begin, range.end, ports::Values::kWhole,
             [&rows](const ports::Row& row) { rows.emplace(row.key, row.value); });
  return rows;
}

RowMap rows_of_key(ports::KvStore& store, const format::KeyLayout& layout, BytesView key) {
  using format::KeyVersion;
  const format::KeyGeneration first = layout.generation(key, KeyVersion{0});
  const format::KeyGeneration last =
      layout.generation(key, KeyVersion{std::numeric_limits<int64_t>::max()});
  RowMap rows;
  const auto add = [&rows](const ports::Row& row) { rows.emplace(row.key, row.value); };
  visit_rows(store, first.sub_prefix(), last.all_sub_rows().end, ports::Values::kWhole, add);
  visit_rows(store, first.score_prefix(), last.all_score_rows().end, ports::Values::kWhole, add);
  visit_rows(store, first.index_prefix(), last.all_index_rows().end, ports::Values::kWhole, add);
  return rows;
}

}  // namespace keemun::sim
