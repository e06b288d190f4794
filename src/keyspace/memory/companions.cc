#include "keyspace/memory/companions.h"

#include "encodings/cache/redis_cache.h"
#include "encodings/zset/redis_indexes.h"
#include "keyspace/memory/local_row_cache.h"
#include "keyspace/memory/local_row_counts.h"
#include "keyspace/memory/local_run_cache.h"
#include "keyspace/memory/meta_copies.h"
#include "keyspace/memory/turn_stores.h"

namespace keemun::keyspace {

Companions::Companions(ports::KvStore& store, const RedisDoors& doors, ports::Clock& clock,
                       ports::Random& random, const CacheChoice& choice)
    : store_(&store) {
  if (doors.copies != nullptr) {
    encodings::CacheLimits limits;
    limits.elements_max = choice.elements_max;
    limits.rest_ms = choice.rest_ms;
    copies_ = std::make_unique<encodings::RedisCache>(*doors.copies, clock, random, limits);
  }
  if (doors.indexes != nullptr) {
    indexes_ = std::make_unique<encodings::RedisIndexes>(*doors.indexes);
  }
  if (copies_ != nullptr && choice.copies_metas) {
    meta_copies_ = std::make_unique<MetaCopies>(*store_, *copies_);
    store_ = meta_copies_.get();
  }
  if (choice.local_bytes > 0) {
    if (choice.turn != nullptr) {
      out_of_turn_ = std::make_unique<OutOfTurn>(*store_, *choice.turn);
      store_ = out_of_turn_.get();
    }
    const size_t run_bytes = choice.local_bytes / 4;
    const size_t count_bytes = choice.local_bytes / 8;
    local_runs_ = std::make_unique<LocalRunCache>(*store_, clock, run_bytes);
    local_rows_ = std::make_unique<LocalRowCache>(*local_runs_, clock,
                                                  choice.local_bytes - run_bytes - count_bytes,
                                                  choice.scanned, choice.hash);
    local_counts_ = std::make_unique<LocalRowCounts>(*local_rows_, clock, count_bytes);
    store_ = local_counts_.get();
  }
  if (choice.turn != nullptr) {
    in_turn_ = std::make_unique<InTurn>(*store_, *choice.turn);
    store_ = in_turn_.get();
  }
}

Companions::~Companions() = default;

size_t Companions::local_byte_count() const {
  if (local_rows_ == nullptr) return 0;
  return local_rows_->byte_count() + local_runs_->byte_count() + local_counts_->byte_count();
}

void Companions::start_over() {
  if (copies_ != nullptr) copies_->start_over();
  if (local_runs_ != nullptr) local_runs_->clear();
  if (local_rows_ != nullptr) local_rows_->clear();
  if (local_counts_ != nullptr) local_counts_->clear();
}

}  // namespace keemun::keyspace
