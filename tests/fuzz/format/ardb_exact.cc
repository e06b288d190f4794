// A key or a value of Ardb's own bytes that is read is written back byte for byte.
#include <cstddef>
#include <cstdint>

#include "base/check.h"
#include "format/ardb_key.h"
#include "format/ardb_value.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace keemun::format;
  const keemun::Bytes bytes(data, data + size);
  for (const auto namespaces : {ArdbNamespaces::kOutside, ArdbNamespaces::kInKeys}) {
    const auto key = decode_ardb_key(bytes, namespaces);
    if (key) CHECK(encode_ardb_key(*key, namespaces) == bytes);
  }
  const auto value = decode_ardb_value(bytes);
  if (value) CHECK(encode_ardb_value(*value) == bytes);
  return 0;
}
