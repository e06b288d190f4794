#include "keyspace/corrupt.h"

#include "base/command_error.h"
#include "base/number_text.h"
#include "format/encoding.h"
#include "format/key_meta.h"

namespace keemun::keyspace {

namespace {

constexpr size_t kKeyBytesShown = 128;

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

void throw_corrupt_key(BytesView key, BytesView reason) {
  throw CommandError("ERR corrupt key '" + Bytes(key.substr(0, kKeyBytesShown)) +
                     "': " + Bytes(reason));
}

void throw_corrupt_meta(BytesView key, BytesView row) {
  throw_corrupt_key(key, reason_of(row));
}

}  // namespace keemun::keyspace
