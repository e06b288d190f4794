// The one place in the whole program that looks at the encoding a meta names.
#include <memory>
#include <utility>

#include "base/check.h"
#include "base/command_error.h"
#include "encodings/hash/blind_hash.h"
#include "encodings/hash/counted_hash.h"
#include "encodings/list/list_rows.h"
#include "encodings/set/blind_set.h"
#include "encodings/set/counted_set.h"
#include "encodings/string/string_in_meta.h"
#include "encodings/zset/indexed_zset.h"
#include "keyspace/camellia_keyspace.h"

namespace keemun::keyspace {

using encodings::OpenKey;
using format::Encoding;
using format::KeyType;

std::unique_ptr<types::StringStore> CamelliaKeyspace::string(BytesView key, Create create) {
  const std::optional<Located> located = locate(key, KeyType::kString);
  if (!located && create == Create::kNo) return nullptr;
  const format::KeyMeta meta = located ? located->meta : new_meta(Encoding::kString);
  Bytes value = located ? Bytes(format::string_value_of(located->row)) : Bytes();
  return std::make_unique<encodings::StringInMeta>(unit_, layout_.meta_key(key), meta,
                                                   std::move(value));
}

std::unique_ptr<types::HashStore> CamelliaKeyspace::hash(BytesView key, Create create) {
  std::optional<OpenKey> opened = open(key, create, choice_.hash);
  if (!opened) return nullptr;
  switch (opened->meta().encoding) {
    case Encoding::kHashCounted:
    case Encoding::kHashCountedCached:
      return std::make_unique<encodings::CountedHash>(std::move(*opened));
    case Encoding::kHashBlind:
    case Encoding::kHashBlindCached:
      return std::make_unique<encodings::BlindHash>(std::move(*opened));
    default:
      CHECK(false);
  }
  return nullptr;
}

std::unique_ptr<types::SetStore> CamelliaKeyspace::set(BytesView key, Create create) {
  std::optional<OpenKey> opened = open(key, create, choice_.set);
  if (!opened) return nullptr;
  switch (opened->meta().encoding) {
    case Encoding::kSetCounted:
    case Encoding::kSetCountedCached:
      return std::make_unique<encodings::CountedSet>(std::move(*opened));
    case Encoding::kSetBlind:
    case Encoding::kSetBlindCached:
      return std::make_unique<encodings::BlindSet>(std::move(*opened));
    default:
      CHECK(false);
  }
  return nullptr;
}

std::unique_ptr<types::ZSetStore> CamelliaKeyspace::zset(BytesView key, Create create) {
  std::optional<OpenKey> opened = open(key, create, choice_.zset);
  if (!opened) return nullptr;
  switch (opened->meta().encoding) {
    case Encoding::kZSetIndexed:
      return std::make_unique<encodings::IndexedZSet>(std::move(*opened));
    case Encoding::kZSetRedisCached:
    case Encoding::kZSetRedisIndexed:
    case Encoding::kZSetRedisStored:
      throw CommandError("ERR this encoding of sorted sets needs a Redis beside the store");
    default:
      CHECK(false);
  }
  return nullptr;
}

std::unique_ptr<types::ListStore> CamelliaKeyspace::list(BytesView key, Create create) {
  std::optional<OpenKey> opened = open(key, create, Encoding::kList);
  if (!opened) return nullptr;
  return std::make_unique<encodings::ListRows>(std::move(*opened));
}

}  // namespace keemun::keyspace
