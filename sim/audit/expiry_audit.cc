#include "audit/expiry_audit.h"

#include "audit/ardb_audit.h"
#include "base/command_error.h"

namespace keemun::sim {

namespace {

constexpr BytesView kTtlNamespace = "__TTL_DB__";
constexpr int kTtlSort = 29;

}  // namespace

bool is_expiry_row(const ArdbRowKey& row) {
  return row.namespace_name == kTtlNamespace;
}

std::pair<int64_t, Bytes> read_expiry(const ArdbRowKey& row, const ArdbRowValue& value) {
  const bool is_right = row.type == kTtlSort && row.elements.size() == 2 &&
                        value.type == kTtlSort && value.elements.empty();
  const auto* at_ms = is_right ? std::get_if<int64_t>(&row.elements[0]) : nullptr;
  const auto* key = is_right ? std::get_if<Bytes>(&row.elements[1]) : nullptr;
  if (at_ms != nullptr && key != nullptr) return {*at_ms, *key};
  throw CommandError("namespace '" + row.key + "' has an odd row in its index of expiry");
}

std::map<Bytes, Expiries> read_expiry_index(const RowMap& rows) {
  std::map<Bytes, Expiries> index;
  for (const auto& [row, value] : ardb_rows(rows)) {
    const ArdbRowKey key = read_ardb_row_key(row);
    if (is_expiry_row(key)) index[key.key].insert(read_expiry(key, read_ardb_row_value(value)));
  }
  return index;
}

std::optional<Bytes> expiry_index_fault(const Expiries& index, const Expiries& metas,
                                        const ExpiryIndexRules& rules) {
  for (const auto& expiry : metas) {
    if (!rules.is_kept || index.contains(expiry)) continue;
    return "key '" + expiry.second + "' is not in the index of expiry";
  }
  for (const auto& expiry : index) {
    const bool may_be_stale =
        rules.is_kept && (rules.has_stale_rows || expiry.first <= rules.rows_due_ms);
    if (may_be_stale || metas.contains(expiry)) continue;
    return "key '" + expiry.second + "' is in the index of expiry and does not expire then";
  }
  return std::nullopt;
}

}  // namespace keemun::sim
