// The one place in the whole program that looks at the encoding that a meta of the camellia family
// names.
#include <memory>
#include <utility>

#include "base/check.h"
#include "base/command_error.h"
#include "encodings/cache/cached_collection.h"
#include "encodings/hash/blind_hash.h"
#include "encodings/hash/cached_hash.h"
#include "encodings/hash/counted_hash.h"
#include "encodings/list/list_rows.h"
#include "encodings/set/blind_set.h"
#include "encodings/set/cached_set.h"
#include "encodings/set/counted_set.h"
#include "encodings/stream/stream_rows.h"
#include "encodings/string/string_in_meta.h"
#include "encodings/zset/indexed_zset.h"
#include "encodings/zset/redis_cached_zset.h"
#include "encodings/zset/redis_indexes.h"
#include "encodings/zset/redis_stored_zset.h"
#include "format/cache_keys.h"
#include "keyspace/camellia/camellia_keyspace.h"

namespace keemun::keyspace {

using encodings::CachedCollection;
using encodings::MemberNames;
using encodings::OpenKey;
using format::Encoding;
using format::KeyType;

namespace {

// Names the copies that keys may have.
struct CopiesOf {
  const Companions& companions;
  const format::KeyLayout& layout;

  // None where there is no Redis for them.
  std::optional<CachedCollection> operator()(const OpenKey& key) const {
    if (companions.copies() == nullptr) return std::nullopt;
    return CachedCollection(*companions.copies(), layout.namespace_name(), key);
  }
};

// `Rows` keeps the key; its copies, where it has any, are laid over it.
template <typename Cached, typename Rows, typename Store>
std::unique_ptr<Store> open_cached(OpenKey key, const CopiesOf& copies_of) {
  std::optional<CachedCollection> copies = copies_of(key);
  auto rows = std::make_unique<Rows>(std::move(key));
  if (!copies) return rows;
  return std::make_unique<Cached>(std::move(rows), std::move(*copies));
}

std::unique_ptr<types::ZSetStore> open_cached_zset(OpenKey key, MemberNames names,
                                                   const CopiesOf& copies_of) {
  auto copies = copies_of(key);
  return std::make_unique<encodings::RedisCachedZSet>(std::move(key), names, std::move(copies));
}

Bytes index_name(const format::KeyLayout& layout, BytesView key, format::KeyVersion version) {
  return format::CacheKeys(layout.namespace_name()).collection_key(key, version);
}

}  // namespace

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
  using encodings::BlindHash;
  using encodings::CachedHash;
  using encodings::CountedHash;
  const CopiesOf copies_of{companions_, layout_};
  switch (opened->meta().encoding) {
    case Encoding::kHashCounted:
      return std::make_unique<CountedHash>(std::move(*opened));
    case Encoding::kHashBlind:
      return std::make_unique<BlindHash>(std::move(*opened));
    case Encoding::kHashCountedCached:
      return open_cached<CachedHash, CountedHash, types::HashStore>(std::move(*opened), copies_of);
    case Encoding::kHashBlindCached:
      return open_cached<CachedHash, BlindHash, types::HashStore>(std::move(*opened), copies_of);
    default:
      CHECK(false);
  }
  return nullptr;
}

std::unique_ptr<types::SetStore> CamelliaKeyspace::set(BytesView key, Create create) {
  std::optional<OpenKey> opened = open(key, create, choice_.set);
  if (!opened) return nullptr;
  using encodings::BlindSet;
  using encodings::CachedSet;
  using encodings::CountedSet;
  const CopiesOf copies_of{companions_, layout_};
  switch (opened->meta().encoding) {
    case Encoding::kSetCounted:
      return std::make_unique<CountedSet>(std::move(*opened));
    case Encoding::kSetBlind:
      return std::make_unique<BlindSet>(std::move(*opened));
    case Encoding::kSetCountedCached:
      return open_cached<CachedSet, CountedSet, types::SetStore>(std::move(*opened), copies_of);
    case Encoding::kSetBlindCached:
      return open_cached<CachedSet, BlindSet, types::SetStore>(std::move(*opened), copies_of);
    default:
      CHECK(false);
  }
  return nullptr;
}

std::unique_ptr<types::ZSetStore> CamelliaKeyspace::zset(BytesView key, Create create) {
  std::optional<OpenKey> opened = open(key, create, choice_.zset);
  if (!opened) return nullptr;
  const CopiesOf copies_of{companions_, layout_};
  switch (opened->meta().encoding) {
    case Encoding::kZSetIndexed:
      return std::make_unique<encodings::IndexedZSet>(std::move(*opened),
                                                      !unit_.has_atomic_batch());
    case Encoding::kZSetRedisCached:
      return open_cached_zset(std::move(*opened), MemberNames::kMembers, copies_of);
    case Encoding::kZSetRedisIndexed:
      return open_cached_zset(std::move(*opened), MemberNames::kIndexes, copies_of);
    case Encoding::kZSetRedisStored: {
      if (companions_.indexes() == nullptr) {
        throw CommandError("ERR the index of this sorted set is in a Redis that is not configured");
      }
      Bytes name = index_name(layout_, key, opened->meta().version);
      return std::make_unique<encodings::RedisStoredZSet>(std::move(*opened),
                                                          *companions_.indexes(), std::move(name));
    }
    default:
      CHECK(false);
  }
  return nullptr;
}

std::unique_ptr<types::ListStore> CamelliaKeyspace::list(BytesView key, Create create) {
  std::optional<OpenKey> opened = open(key, create, Encoding::kList);
  if (!opened) return nullptr;
  const bool erases_ranges = unit_.has_cheap_range_erase() && unit_.has_atomic_batch();
  return std::make_unique<encodings::ListRows>(std::move(*opened), erases_ranges);
}

std::unique_ptr<types::StreamStore> CamelliaKeyspace::stream(BytesView key, Create create) {
  std::optional<OpenKey> opened = open(key, create, Encoding::kStream);
  if (!opened) return nullptr;
  const bool erases_ranges = unit_.has_cheap_range_erase() && unit_.has_atomic_batch();
  return std::make_unique<encodings::StreamRows>(std::move(*opened), erases_ranges);
}

void CamelliaKeyspace::drop_beside(BytesView key, const format::KeyMeta& meta) {
  if (meta.encoding != Encoding::kZSetRedisStored || companions_.indexes() == nullptr) return;
  companions_.indexes()->drop(unit_, index_name(layout_, key, meta.version));
}

}  // namespace keemun::keyspace
