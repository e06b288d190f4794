// The stores in memory, and what is laid over a store, are stores.
#include "keyspace/local_row_cache.h"
#include "keyspace/local_run_cache.h"
#include "keyspace/pending_store.h"
#include "kv_store_conformance.h"
#include "sim/sim_clock.h"
#include "sim/sim_kv.h"

namespace keemun {
namespace {

class InMemory {
 public:
  static constexpr bool kRefusesTooLarge = false;
  ports::KvStore& store() { return kv_; }
  void settle() {}

 private:
  sim::SimKv kv_;
};

// Everything stays in the overlay.
class Pending {
 public:
  static constexpr bool kRefusesTooLarge = false;
  ports::KvStore& store() { return pending_; }
  void settle() {}

 private:
  sim::SimKv kv_;
  keyspace::PendingStore pending_{kv_};
};

// Some rows in the overlay, some below it.
class PendingAndFlushed {
 public:
  static constexpr bool kRefusesTooLarge = false;
  ports::KvStore& store() { return pending_; }
  void settle() { pending_.flush(); }

 private:
  sim::SimKv kv_;
  keyspace::PendingStore pending_{kv_};
};

// Some rows in the overlay, some on their way, some below.
class PendingAndDeparted {
 public:
  static constexpr bool kRefusesTooLarge = false;
  ports::KvStore& store() { return pending_; }
  void settle() {
    kv_.commit(pending_.departed());
    pending_.arrive();
    pending_.depart();
  }

 private:
  sim::SimKv kv_;
  keyspace::PendingStore pending_{kv_};
};

// A cache that is so small that rows come and go.
class LocallyCached {
 public:
  static constexpr bool kRefusesTooLarge = false;
  ports::KvStore& store() { return cache_; }
  void settle() {}

 private:
  static constexpr size_t kBytesMax = 600;
  sim::SimKv kv_;
  sim::SimClock clock_{1'000'000};
  keyspace::LocalRowCache cache_{kv_, clock_, kBytesMax};
};

// Pages remembered, all of them or few.
template <size_t kBytesMax>
class RunsCached {
 public:
  static constexpr bool kRefusesTooLarge = false;
  ports::KvStore& store() { return cache_; }
  void settle() {}

 private:
  sim::SimKv kv_;
  sim::SimClock clock_{1'000'000};
  keyspace::LocalRunCache cache_{kv_, clock_, kBytesMax};
};

using Stores = testing::Types<InMemory, Pending, PendingAndFlushed, PendingAndDeparted,
                              LocallyCached, RunsCached<1'000'000>, RunsCached<700>>;
INSTANTIATE_TYPED_TEST_SUITE_P(Stores, KvStoreConformance, Stores);

}  // namespace
}  // namespace keemun
