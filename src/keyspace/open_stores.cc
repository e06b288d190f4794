// The one place in the whole program that looks at the encoding a meta names.
#include <memory>
#include <utility>

#include "base/check.h"
#include "encodings/hash/blind_hash.h"
#include "encodings/hash/counted_hash.h"
#include "encodings/string/string_in_meta.h"
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

std::unique_ptr<types::SetStore> CamelliaKeyspace::set(BytesView, Create) {
  return nullptr;
}

std::unique_ptr<types::ZSetStore> CamelliaKeyspace::zset(BytesView, Create) {
  return nullptr;
}

std::unique_ptr<types::ListStore> CamelliaKeyspace::list(BytesView, Create) {
  return nullptr;
}

}  // namespace keemun::keyspace
