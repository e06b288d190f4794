// A row key of the ordered form that is read is written back byte for byte, and lies in the run of
// its key.
#include <cstddef>
#include <cstdint>

#include "base/check.h"
#include "format/ardb_ordered_form.h"
#include "format/ardb_rows.h"
#include "format/expiry_index.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace keemun::format;
  const keemun::Bytes row(data, data + size);
  const auto around = ardb_key_rows_around(row);
  if (around) CHECK(around->contains(row));
  const auto key = decode_ordered_ardb_key(row);
  CHECK(is_ardb_meta_row(row) == (key && key->type == ArdbType::kMeta));
  if (!key) return 0;
  CHECK(encode_ordered_ardb_key(*key) == row);
  CHECK(around == ardb_key_rows(key->namespace_name, key->key));
  CHECK(ardb_namespace_rows(key->namespace_name).contains(row));
  if (const auto ttl = decode_expiry_row(row)) {
    CHECK(expiry_row(ttl->namespace_name, ttl->expire_at_ms, ttl->key) == row);
  }
  return 0;
}
