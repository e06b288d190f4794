#include "store_audit/store_audit.h"

#include <algorithm>
#include <array>
#include <utility>

#include "audit/ardb_audit.h"
#include "audit/audit.h"
#include "audit/camellia_keys.h"
#include "audit/camellia_reader.h"
#include "audit/expiry_audit.h"
#include "base/command_error.h"
#include "format/ardb_rows.h"
#include "format/expiry_index.h"
#include "format/key_range.h"
#include "format/namespaces.h"
#include "format/store_records.h"
#include "plan/plan_text.h"
#include "store_audit/stored_keys.h"

namespace keemun::sim {

namespace {

constexpr BytesView kNobodys = "it is of no namespace that has a record";

// Whether the name of the namespace stands where rows of its layout have it.
bool may_be_of(const format::KeyLayout& layout, BytesView row) {
  constexpr size_t kFamilyBytes = 2;
  const size_t name_at = layout.family_at() + kFamilyBytes;
  return row.size() >= name_at && row[name_at - 1] == '#' &&
         row.substr(name_at).starts_with(layout.namespace_name());
}

Bytes name_of(const Bytes& key, const Bytes& namespace_name) {
  return "key " + plan::argument_text(key) + " of namespace " + plan::argument_text(namespace_name);
}

// § 8: others are camellia's.
bool is_of_an_issuer(int64_t version) {
  return version >= int64_t{1} << 44;
}

bool is_gone(const AuditedMeta& meta, int64_t now_ms) {
  return meta.expire_at_ms >= 0 && meta.expire_at_ms < now_ms;
}

}  // namespace

StoreAudit::StoreAudit(ports::KvStore& store, int64_t now_ms,
                       std::function<void(const Bytes& problem)> tell)
    : store_(store), now_ms_(now_ms), tell_(std::move(tell)) {}

void StoreAudit::problem(const Bytes& what) {
  ++problem_count_;
  tell_(what);
}

std::vector<NamespaceSummary> StoreAudit::run() {
  const auto tell = [this](const Bytes& what) { problem(what); };
  for (StoredNamespace& stored : stored_namespaces(store_, tell)) {
    NamespaceSummary summary;
    summary.name = stored.layout.namespace_name();
    summary.layout = stored.layout.kind();
    summary.family = stored.family;
    place_of_.emplace(summary.name, places_.size());
    places_.push_back({std::move(stored.layout), std::move(summary), {}, {}, false});
  }
  check_names();
  visit_rows(store_, Bytes(), format::kBehindEveryRow, ports::Values::kNone,
             [this](const ports::Row& row) { check_row(row.key); });
  std::vector<NamespaceSummary> summaries;
  for (Place& place : places_) {
    if (place.is_ardb()) {
      visit_ardb_keys(store_, place.summary.name, [&](const Bytes& key, const auto& rows) {
        check_ardb_key(place, key, rows);
        return true;
      });
    } else {
      visit_metas(store_, place.layout, [&](const ports::Row& meta) {
        check_key(place, meta);
        return true;
      });
    }
    summaries.push_back(place.summary);
  }
  check_reservations();
  return summaries;
}

void StoreAudit::check_reservations() {
  for (const auto& [issuer, newest_ms] : newest_ms_) {
    const auto row = store_.get(format::version_reservation_key(format::IssuerNumber(issuer)));
    const auto reserved_ms = format::decode_version_reservation(row.value_or(""));
    if (reserved_ms && *reserved_ms > newest_ms) continue;
    problem("issuer " + std::to_string(issuer) +
            " has given versions behind those that its record reserves");
  }
}

void StoreAudit::check_names() {
  std::vector<BytesView> names;
  bool has_slots = false;
  for (const Place& place : places_) {
    if (place.is_ardb()) continue;
    names.emplace_back(place.summary.name);
    has_slots |= place.summary.layout == format::LayoutKind::kSlot;
  }
  if (!format::namespaces_are_prefix_free(names)) {
    problem("the names of some namespaces begin with one another");
  }
  for (const Place& place : places_) {
    const bool stands_apart = place.is_ardb() || place.summary.layout == format::LayoutKind::kSlot;
    if (!has_slots || stands_apart) continue;
    if (format::namespace_is_clear_of_slot_prefixes(place.summary.name)) continue;
    problem("namespace " + plan::argument_text(place.summary.name) +
            " lies among the rows of a slot");
  }
}

void StoreAudit::check_row(const Bytes& row) {
  if (row.starts_with("x#")) return check_record(row);
  if (is_ardb_row(row)) return check_ardb_row(row);
  Bytes why(kNobodys);
  for (Place& place : places_) {
    if (place.is_ardb() || !may_be_of(place.layout, row)) continue;
    try {
      return count_row(place, row);
    } catch (const CommandError& error) {
      why = error.text();
    }
  }
  problem("row " + plan::argument_text(row) + ": " + why);
}

void StoreAudit::check_record(const Bytes& row) {
  const Bytes value = store_.get(row).value_or("");
  const BytesView kind = BytesView(row).substr(0, 3);
  if (kind == "x#n") return;  // was the first to be read
  constexpr size_t kIssuerBytes = 1;
  const size_t name_bytes = row.size() - kind.size();
  const bool decodes =
      kind == "x#v"
          ? name_bytes == kIssuerBytes && format::decode_version_reservation(value).has_value()
      : kind == "x#d" ? name_bytes == 0 && format::decode_database_order(value).has_value()
      : kind == "x#f" ? !format::decode_function_library(value).value_or("").empty()
      : kind == "x#g" ? format::decode_gc_progress(value).has_value()
      : kind == "x#l" ? format::decode_gc_lease(value).has_value()
                      : false;
  if (!decodes) problem("record " + plan::argument_text(row) + " does not decode");
}

void StoreAudit::count_row(Place& place, const Bytes& row) {
  const AuditedRow parts =
      read_row_key(row, place.layout.kind(), place.layout.namespace_name().size());
  ++place.summary.rows[parts.family];
  if (parts.family != 'm' && live_version_of(place, parts.key) != parts.version) {
    ++place.summary.garbage_rows;
  }
}

std::optional<int64_t> StoreAudit::live_version_of(Place& place, BytesView key) {
  if (place.has_asked && place.asked_key == key) return place.live_version;
  place.has_asked = true;
  place.asked_key = key;
  place.live_version.reset();
  const auto row = store_.get(place.layout.meta_key(key));
  if (!row) return std::nullopt;
  try {
    const AuditedMeta meta = read_meta(*row);
    if (!is_gone(meta, now_ms_)) place.live_version = meta.version;
  } catch (const CommandError&) {
    return std::nullopt;  // told where the meta's turn comes
  }
  return place.live_version;
}

void StoreAudit::check_key(Place& place, const ports::Row& meta_row) {
  const Bytes key(place.layout.decode_meta_key(meta_row.key).parts.key);
  const Bytes name = name_of(key, place.summary.name);
  try {
    const AuditedMeta meta = read_meta(meta_row.value);
    if (is_of_an_issuer(meta.version)) {
      int64_t& newest_ms = newest_ms_[issuer_of(meta.version)];
      newest_ms = std::max(newest_ms, meta.version >> 20);
    }
    const bool is_expired = is_gone(meta, now_ms_);
    ++(is_expired ? place.summary.expired_keys : place.summary.live_keys);
    RowMap rows = rows_of_key(store_, place.layout, key);
    rows.emplace(meta_row.key, meta_row.value);
    const std::array<size_t, 1> order = {0};
    KeyReader reader;
    const StoredKeys keys = reader.read({rows, {&place.layout, 1}, order, now_ms_}, {});
    for (const auto& [where, damage] : keys.damaged) problem(name + ": " + damage.what);
  } catch (const CommandError& error) {
    problem(name + ": " + error.text());
  }
}

StoreAudit::Place* StoreAudit::place_named(BytesView name) {
  const auto found = place_of_.find(name);
  return found == place_of_.end() ? nullptr : &places_[found->second];
}

void StoreAudit::check_ardb_row(const Bytes& row) {
  constexpr int kMeta = 1;
  Bytes why(kNobodys);
  try {
    const ArdbRowKey parts = read_ardb_row_key(row);
    if (is_expiry_row(parts)) return check_expiry_row(row, parts);
    Place* place = place_named(parts.namespace_name);
    if (place != nullptr && place->is_ardb()) {
      ++place->summary.rows[parts.type == kMeta ? 'm' : 's'];
      return;
    }
  } catch (const CommandError& error) {
    why = error.text();
  }
  problem("row " + plan::argument_text(row) + ": " + why);
}

void StoreAudit::check_expiry_row(const Bytes& row, const ArdbRowKey& parts) {
  Place* place = place_named(parts.key);
  if (place == nullptr) throw CommandError(Bytes(kNobodys));
  ++place->summary.expiry_rows;
  const auto [at_ms, key] = read_expiry(parts, read_ardb_row_value(store_.get(row).value_or("")));
  if (expiry_of(*place, key) == at_ms) return;
  ++place->summary.stale_expiry_rows;
  if (!place->is_ardb()) return;
  problem(name_of(key, place->summary.name) + ": is in the index of expiry and expires not then");
}

std::optional<int64_t> StoreAudit::expiry_of(const Place& place, const Bytes& key) {
  const Bytes& name = place.summary.name;
  const auto row = store_.get(place.is_ardb() ? format::ArdbRows(name, key).meta_row()
                                              : place.layout.meta_key(key));
  if (!row) return std::nullopt;
  try {
    if (place.is_ardb()) {
      const int64_t at_ms = read_ardb_row_value(*row).expire_at_ms;
      return at_ms == 0 ? std::nullopt : std::optional(at_ms);
    }
    const int64_t at_ms = read_meta(*row).expire_at_ms;
    return at_ms < 0 ? std::nullopt : std::optional(at_ms);
  } catch (const CommandError&) {
    return std::nullopt;  // told where the meta's turn comes
  }
}

void StoreAudit::check_ardb_key(Place& place, const Bytes& key, const RowMap& rows) {
  const Bytes& namespace_name = place.summary.name;
  const Bytes name = name_of(key, namespace_name);
  try {
    for (const auto& [row, value] : rows) read_ardb_row_value(value);
  } catch (const CommandError& error) {
    return problem(name + ": " + error.text());
  }
  try {
    const auto found = read_ardb_keys(rows, {true, true, true});
    if (found.empty()) return;  // it counts nothing
    const model::Entry& entry = found.at(namespace_name).at(key);
    ++(entry.expired(now_ms_) ? place.summary.expired_keys : place.summary.live_keys);
    if (entry.expire_at_ms == model::kNoExpiry) return;
    const Bytes indexed = format::expiry_row(namespace_name, entry.expire_at_ms, key);
    if (!store_.get(indexed)) problem(name + ": is not in the index of expiry");
  } catch (const CommandError& error) {
    problem(error.text());  // which names the key itself
  }
}

}  // namespace keemun::sim
