// What must hold before a store is served: the namespaces fit together, and those that exist were
// made with the layout they are now configured with.
#pragma once

#include <span>
#include <vector>

#include "format/key_layout.h"
#include "format/key_range.h"
#include "format/store_records.h"
#include "ports/kv_store.h"

namespace keemun::session {

// Throws CommandError with the reason; the store is untouched then. Otherwise every namespace has
// its record in the store afterwards. `families` is that of each database, camellia of those that
// it does not reach.
void open_store(ports::KvStore& store, std::span<const format::KeyLayout> databases,
                std::span<const format::EncodingFamily> families = {});

// A namespace that is none of the databases, and holds rows.
struct NamespaceLeftOut {
  Bytes name;
  format::EncodingFamily family = format::EncodingFamily::kCamellia;
};
std::vector<NamespaceLeftOut> namespaces_left_out(ports::KvStore& store,
                                                  std::span<const format::KeyLayout> databases);

// A store without a key, and without what one has left, is as a new one: it forgets how its
// databases were named, made and swapped. Only where nobody else has it open; it may fail.
void forget_databases_if_empty(ports::KvStore& store);

// Takes away the records of namespaces of the ardb family that are neither configured nor have a
// row: names that were used once. Only where nobody else has the store open; it may fail.
void forget_unused_names(ports::KvStore& store, std::span<const format::KeyLayout> databases);

// All rows of a range, page by page: few and small ones, as records are.
std::vector<ports::Row> rows_within(ports::KvStore& store, format::KeyRange range);
// The rows that say which namespaces there are, in their order.
std::vector<ports::Row> namespace_records(ports::KvStore& store);

}  // namespace keemun::session
