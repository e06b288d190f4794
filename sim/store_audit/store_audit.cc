#include "store_audit/store_audit.h"

#include <array>
#include <utility>

#include "base/command_error.h"
#include "format/store_records.h"
#include "plan/plan_text.h"
#include "sim/audit.h"
#include "sim/row_reader.h"
#include "store_audit/stored_keys.h"

namespace keemun::sim {

namespace {

const Bytes kBehindEveryRow(64, '\xff');

// Whether the name of the namespace stands where rows of its layout have it.
bool may_be_of(const format::KeyLayout& layout, BytesView row) {
  constexpr size_t kFamilyBytes = 2;
  const size_t name_at = layout.family_at() + kFamilyBytes;
  return row.size() >= name_at && row[name_at - 1] == '#' &&
         row.substr(name_at).starts_with(layout.namespace_name());
}

bool is_gone(const AuditedMeta& meta, int64_t now_ms) {
  return meta.expire_at_ms >= 0 && meta.expire_at_ms <= now_ms;
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
  const auto ignore = [](const Bytes&) {};  // told where the record's turn comes
  for (format::KeyLayout& layout : stored_namespaces(store_, ignore)) {
    NamespaceSummary summary;
    summary.name = layout.namespace_name();
    summary.layout = layout.kind();
    places_.push_back({std::move(layout), std::move(summary), {}, {}, false});
  }
  visit_rows(store_, Bytes(), kBehindEveryRow, true,
             [this](const ports::Row& row) { check_row(row.key); });
  std::vector<NamespaceSummary> summaries;
  for (Place& place : places_) {
    visit_metas(store_, place.layout, [&](const ports::Row& meta) {
      check_key(place, meta);
      return true;
    });
    summaries.push_back(place.summary);
  }
  return summaries;
}

void StoreAudit::check_row(const Bytes& row) {
  if (row.starts_with("x#")) return check_record(row);
  Bytes why = "it is of no namespace that has a record";
  for (Place& place : places_) {
    if (!may_be_of(place.layout, row)) continue;
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
  const bool decodes = kind == "x#n"   ? format::decode_namespace_record(value).has_value()
                       : kind == "x#v" ? format::decode_version_reservation(value).has_value()
                       : kind == "x#d" ? format::decode_database_order(value).has_value()
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

std::optional<int64_t> StoreAudit::live_version_of(Place& place, const Bytes& key) {
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
  const Bytes name = "key " + plan::argument_text(key) + " of namespace " +
                     plan::argument_text(place.layout.namespace_name());
  try {
    const bool is_expired = is_gone(read_meta(meta_row.value), now_ms_);
    ++(is_expired ? place.summary.expired_keys : place.summary.live_keys);
    SimKv::RowMap rows = rows_of_key(store_, place.layout, key);
    rows.emplace(meta_row.key, meta_row.value);
    const std::array<size_t, 1> order = {0};
    const StoredKeys keys = read_keys({rows, {&place.layout, 1}, order, now_ms_});
    for (const auto& [where, damage] : keys.damaged) problem(name + ": " + damage.what);
  } catch (const CommandError& error) {
    problem(name + ": " + error.text());
  }
}

}  // namespace keemun::sim
