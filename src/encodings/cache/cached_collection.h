// One open collection and its copies in Redis: what the cached encodings of all types share. Knows
// the names of the copies, and joins the unit of work when the collection changes, so that its
// copies are deleted before the commit and not used until it is over.
//
// Lives as long as the store that it belongs to.
#pragma once

#include <optional>
#include <vector>

#include "base/bytes.h"
#include "encodings/cache/redis_cache.h"
#include "encodings/open_key.h"
#include "format/cache_keys.h"
#include "format/key_version.h"
#include "ports/rows.h"

namespace keemun::encodings {

class CachedCollection {
 public:
  // `cache` and the rows of `key` outlive this; `key` need not.
  CachedCollection(RedisCache& cache, const Bytes& namespace_name, const OpenKey& key);

  const CacheLimits& limits() const { return cache_.limits(); }
  // The plain names of copies.
  const Bytes& whole() const { return whole_; }
  Bytes field(BytesView name) const { return names_.field_key(key_, version_, name); }

  // As RedisCache::read(), of this collection. A key that is being created has no copies.
  std::optional<RedisCache::Replies> read(std::vector<ports::RedisCommand> commands);
  void fill(std::vector<ports::RedisCommand> commands);

  // This unit changes the collection: no copy is used any more. The copy of the whole is deleted,
  // and those of these fields.
  void change();
  void change(std::vector<Bytes> fields);

 private:
  class Change;

  Change& join();

  RedisCache& cache_;
  ports::Rows& rows_;
  const format::CacheKeys names_;
  const Bytes key_;
  const format::KeyVersion version_;
  const bool is_new_;
  const Bytes whole_;
  Change* change_ = nullptr;  // once joined; owned by the unit
};

}  // namespace keemun::encodings
