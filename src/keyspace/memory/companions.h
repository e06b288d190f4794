// What a process has beside its store to spare reading it: rows in memory, copies of collections
// and metas in a Redis, each there or not. Owns them, and hands out the store as it looks with them
// laid over it.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "base/hash.h"
#include "ports/cache_redis.h"
#include "ports/clock.h"
#include "ports/kv_store.h"
#include "ports/random.h"
#include "ports/turn.h"

namespace keemun::encodings {
class RedisCache;
class RedisIndexes;
}  // namespace keemun::encodings

namespace keemun::keyspace {

class LocalRowCache;
class LocalRowCounts;
class LocalRunCache;
class MetaCopies;
template <bool kEnters>
class TurnStore;

// Where there is one. They may be the same Redis, if it never evicts.
struct RedisDoors {
  ports::CacheRedis* copies = nullptr;   // may forget anything
  ports::CacheRedis* indexes = nullptr;  // keeps the sorted sets whose only index it is
};

struct CacheChoice {
  size_t local_bytes = 0;               // rows, short runs and counts of rows in memory; 0: none
  TableHash hash;                       // of what is kept in memory
  ports::Turn* turn = nullptr;          // of who reads while others do; null: one at a time
  std::vector<ports::RowMark> scanned;  // on rows that only scans find: kept in runs alone
  bool copies_metas = false;            // copies of meta rows in Redis too
  size_t elements_max = 10'000;         // larger collections are not copied as a whole
  int64_t rest_ms = 1'000;              // for which a Redis that failed is not asked
};

class Companions {
 public:
  // Everything given outlives them.
  Companions(ports::KvStore& store, const RedisDoors& doors, ports::Clock& clock,
             ports::Random& random, const CacheChoice& choice);
  ~Companions();

  ports::KvStore& store() const { return *store_; }
  // Null where there is no such Redis.
  encodings::RedisCache* copies() const { return copies_.get(); }
  encodings::RedisIndexes* indexes() const { return indexes_.get(); }

  // What is in memory of the rows, runs and counts.
  size_t local_byte_count() const;

  // Nothing that is cached now is used again: before this process takes over keys of another.
  void start_over();

 private:
  std::unique_ptr<encodings::RedisCache> copies_;
  std::unique_ptr<encodings::RedisIndexes> indexes_;
  std::unique_ptr<MetaCopies> meta_copies_;
  std::unique_ptr<TurnStore<false>> out_of_turn_;
  std::unique_ptr<LocalRunCache> local_runs_;
  std::unique_ptr<LocalRowCache> local_rows_;
  std::unique_ptr<LocalRowCounts> local_counts_;
  std::unique_ptr<TurnStore<true>> in_turn_;
  ports::KvStore* store_;
};

}  // namespace keemun::keyspace
