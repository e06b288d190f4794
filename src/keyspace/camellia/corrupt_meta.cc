#include "keyspace/camellia/corrupt_meta.h"

#include "base/number_text.h"
#include "encodings/corrupt_key.h"
#include "format/encoding.h"
#include "format/key_meta.h"

namespace keemun::keyspace {

namespace {

Bytes reason_of(BytesView row) {
  if (row.size() < format::KeyMeta::kHeaderBytes) {
    return "meta row of " + format_int64(static_cast<int64_t>(row.size())) + " bytes is too short";
  }
  const auto version = static_cast<uint8_t>(row[0]);
  const auto type = static_cast<uint8_t>(row[1]);
  if (!format::encoding_of(static_cast<format::KeyType>(type), version)) {
    return "unknown encode version " + format_int64(version) + " of type " + format_int64(type);
  }
  return "meta row does not decode";
}

}  // namespace

void throw_corrupt_meta(BytesView key, BytesView row) {
  encodings::throw_corrupt_key(key, reason_of(row));
}

}  // namespace keemun::keyspace
