#include "format/expiry_index.h"

#include <utility>

#include "format/ardb_ordered_form.h"
#include "format/ardb_value.h"

namespace keemun::format {

Bytes expiry_row(BytesView namespace_name, int64_t expire_at_ms, BytesView key) {
  constexpr size_t kNumberBytes = 11;
  constexpr size_t kMarkBytes = 3;  // of the string, if it has no zero
  Bytes row = begin_ordered_ardb_key(kArdbTtlNamespace, namespace_name, ArdbType::kTtlSort, 2,
                                     kNumberBytes + kMarkBytes + key.size());
  append_sortable_int(row, expire_at_ms);
  append_sortable_name(row, key);
  return row;
}

Bytes expiry_row_value() {
  static const Bytes kValue = encode_ardb_value({.type = ArdbType::kTtlSort});
  return kValue;
}

KeyRange expiry_rows(BytesView namespace_name) {
  return ardb_key_rows(kArdbTtlNamespace, namespace_name);
}

BytesView expiry_rows_head() {
  static const Bytes kHead = ardb_namespace_rows(kArdbTtlNamespace).begin;
  return kHead;
}

std::optional<Expiry> decode_expiry_row(BytesView row) {
  auto key = decode_ordered_ardb_key(row);
  const bool is_expiry = key && key->namespace_name == kArdbTtlNamespace &&
                         key->type == ArdbType::kTtlSort && key->elements.size() == 2;
  if (!is_expiry) return std::nullopt;
  const auto* expire_at_ms = std::get_if<int64_t>(&key->elements[0]);
  auto* user_key = std::get_if<Bytes>(&key->elements[1]);
  if (expire_at_ms == nullptr || user_key == nullptr) return std::nullopt;
  return Expiry{std::move(key->key), *expire_at_ms, std::move(*user_key)};
}

}  // namespace keemun::format
