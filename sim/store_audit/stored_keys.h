// The rows of a store as they lie there, key by key, whoever wrote them: for programs that look at
// a store which nobody serves.
#pragma once

#include <functional>
#include <vector>

#include "audit/row_map.h"
#include "base/bytes.h"
#include "format/key_layout.h"
#include "format/store_records.h"
#include "ports/kv_store.h"

namespace keemun::sim {

struct StoredNamespace {
  format::KeyLayout layout;  // of the ardb family its name alone
  format::EncodingFamily family = format::EncodingFamily::kCamellia;
};

// By the records of the store. A record that does not decode is told and left out. Throws
// StoreError where one is of a family that nobody serves yet.
std::vector<StoredNamespace> stored_namespaces(
    ports::KvStore& store, const std::function<void(const Bytes& problem)>& tell);

// In the order of their rows; until `visit` answers false.
void visit_metas(ports::KvStore& store, const format::KeyLayout& layout,
                 const std::function<bool(const ports::Row& meta)>& visit);

// Every row with begin <= key < end.
void visit_rows(ports::KvStore& store, Bytes begin, BytesView end, ports::Values values,
                const std::function<void(const ports::Row& row)>& visit);

// Every key that has rows in a namespace of the ardb family, with all of them, its meta too; until
// `visit` answers false. Rows whose names do not decode are left out.
void visit_ardb_keys(ports::KvStore& store, BytesView namespace_name,
                     const std::function<bool(const Bytes& key, const RowMap& rows)>& visit);

// All rows of a key of the ardb family.
RowMap rows_of_ardb_key(ports::KvStore& store, BytesView namespace_name, BytesView key);

// The rows of all incarnations of a key, but for its meta.
RowMap rows_of_key(ports::KvStore& store, const format::KeyLayout& layout, BytesView key);

}  // namespace keemun::sim
