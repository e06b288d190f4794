// The stores in memory, and what is laid over a store, are stores.
#include "keyspace/memory/local_row_cache.h"
#include "keyspace/memory/local_run_cache.h"
#include "keyspace/unit/pending_store.h"
#include "kv_store_conformance.h"
#include "sim/sim_clock.h"
#include "sim/sim_kv.h"

namespace keemun {
namespace {

class InMemory : public StoreSubject {
 public:
  ports::KvStore& store() override { return kv_; }

 private:
  sim::SimKv kv_;
};

// Everything stays in the overlay.
class Pending : public StoreSubject {
 public:
  ports::KvStore& store() override { return pending_; }

 private:
  sim::SimKv kv_;
  keyspace::PendingStore pending_{kv_};
};

// Some rows in the overlay, some below it.
class PendingAndFlushed : public StoreSubject {
 public:
  ports::KvStore& store() override { return pending_; }
  void settle() override { pending_.flush(); }

 private:
  sim::SimKv kv_;
  keyspace::PendingStore pending_{kv_};
};

// Some rows in the overlay, some on their way, some below.
class PendingAndDeparted : public StoreSubject {
 public:
  ports::KvStore& store() override { return pending_; }
  void settle() override {
    kv_.commit(pending_.departed());
    pending_.arrive();
    pending_.depart();
  }

 private:
  sim::SimKv kv_;
  keyspace::PendingStore pending_{kv_};
};

// A cache that is so small that rows come and go.
class LocallyCached : public StoreSubject {
 public:
  ports::KvStore& store() override { return cache_; }

 private:
  static constexpr size_t kBytesMax = 600;
  sim::SimKv kv_;
  sim::SimClock clock_{1'000'000};
  keyspace::LocalRowCache cache_{kv_, clock_, kBytesMax};
};

// Pages remembered, all of them or few.
template <size_t kBytesMax>
class RunsCached : public StoreSubject {
 public:
  ports::KvStore& store() override { return cache_; }

 private:
  sim::SimKv kv_;
  sim::SimClock clock_{1'000'000};
  keyspace::LocalRunCache cache_{kv_, clock_, kBytesMax};
};

INSTANTIATE_TEST_SUITE_P(Stores, KvStoreConformance,
                         testing::Values(subject<InMemory>("InMemory"), subject<Pending>("Pending"),
                                         subject<PendingAndFlushed>("PendingAndFlushed"),
                                         subject<PendingAndDeparted>("PendingAndDeparted"),
                                         subject<LocallyCached>("LocallyCached"),
                                         subject<RunsCached<1'000'000>>("RunsCached"),
                                         subject<RunsCached<700>>("FewRunsCached")),
                         subject_name);

}  // namespace
}  // namespace keemun
