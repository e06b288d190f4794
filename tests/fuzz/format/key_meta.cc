// A meta value that is read is written back byte for byte, but for the form of "no expiry".
#include <cstddef>
#include <cstdint>

#include "base/check.h"
#include "format/key_meta.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace keemun::format;
  const keemun::Bytes row(data, data + size);
  const auto meta = decode_key_meta(row);
  if (!meta) return 0;
  const bool is_string = meta->type() == KeyType::kString;
  const keemun::Bytes again =
      is_string ? encode_string_meta(*meta, string_value_of(row)) : encode_key_meta(*meta);
  if (meta->has_expiry()) CHECK(again == row);
  CHECK(again.size() == row.size());
  CHECK(decode_key_meta(again) == meta);
  return 0;
}
