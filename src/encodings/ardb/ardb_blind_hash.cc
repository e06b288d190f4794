#include "encodings/ardb/ardb_blind_hash.h"

#include "encodings/ardb/named_rows.h"

namespace keemun::encodings {

using format::ArdbType;
using ports::WasThere;
using types::Changed;
using types::FieldView;

Changed ArdbBlindHash::put(std::span<const FieldView> fields) {
  const bool is_exact = !key().exists();
  put_known(fields, 0);
  return {static_cast<int64_t>(fields.size()), is_exact};
}

void ArdbBlindHash::put_known(std::span<const FieldView> fields, int64_t /*added*/) {
  for (const FieldView& field : fields) put_row(field, WasThere::kUnknown);
  key().ensure_exists();
}

Changed ArdbBlindHash::erase(std::span<const BytesView> fields) {
  if (!key().exists()) return {0, true};
  for (const BytesView field : fields) {
    erase_named_row(key(), ArdbType::kHashField, field, WasThere::kUnknown);
  }
  // The one read that cannot be spared: an empty hash is no key.
  if (!last_name()) key().drop();
  return {static_cast<int64_t>(fields.size()), false};
}

int64_t ArdbBlindHash::size() {
  return count_named_rows(key(), ArdbType::kHashField);
}

}  // namespace keemun::encodings
