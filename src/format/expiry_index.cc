#include "format/expiry_index.h"

#include <utility>

#include "base/integer_codec.h"
#include "format/ardb_ordered_form.h"
#include "format/ardb_value.h"

namespace keemun::format {

Bytes expiry_row(BytesView namespace_name, int64_t expire_at_ms, BytesView key) {
  // What encode_ordered_ardb_key() makes, without a key to make it of.
  constexpr size_t kNumberBytes = 11;
  constexpr size_t kMarksBytes = 8;  // of strings and elements, if no string has a zero
  const BytesView head = expiry_rows_head();
  Bytes row;
  row.reserve(head.size() + namespace_name.size() + kNumberBytes + key.size() + kMarksBytes);
  row.append(head);
  append_sortable_string(row, namespace_name);
  append_u8(row, static_cast<uint8_t>(ArdbType::kTtlSort));
  append_u8(row, 2);
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
