// A store that fails a commit when it is told to, which then happens at once or later, and that
// lets somebody in while it is asked: before what it was asked for happens, or before it answers.
#pragma once

#include <rapidcheck.h>

#include <functional>
#include <utility>
#include <vector>

#include "ports/kv_store.h"
#include "ports/store_error.h"
#include "sim/kv_front.h"
#include "sim/sim_clock.h"
#include "sim/sim_kv.h"

namespace keemun::keyspace {

class VisitedStore final : public sim::KvFront {
 public:
  VisitedStore() : KvFront(kv) {}

  ports::ScanPage scan(const ports::ScanRequest& request) override {
    ports::ScanPage page = kv.scan(request);
    let_in();
    return page;
  }
  void commit(const ports::WriteBatch& batch) override {
    using ports::StoreError;
    const bool is_lost = std::exchange(loses, false);
    const bool is_answer_lost = std::exchange(loses_answer, false);
    if (!answers_late) let_in();
    if (is_lost) {
      late_.push_back(batch);
      throw StoreError(StoreError::Kind::kUnknownOutcome, "lost");
    }
    kv.commit(batch);
    let_in();
    if (is_answer_lost) throw StoreError(StoreError::Kind::kUnknownOutcome, "answer lost");
  }

  // Takes the rows wherever it may.
  void hand_over(ports::WriteBatch& batch) override {
    const bool may_take = !loses && !loses_answer && visitor == nullptr;
    commit(batch);
    if (may_take) batch.writes.assign(batch.writes.size(), {});
  }

  // What was lost and has not happened yet.
  void happen_late() {
    for (const ports::WriteBatch& batch : std::exchange(late_, {})) kv.commit(batch);
  }

  sim::SimKv kv;
  bool loses = false;
  bool loses_answer = false;
  bool answers_late = false;
  std::function<void()> visitor;

 private:
  void let_in() {
    if (auto visit = std::exchange(visitor, nullptr)) visit();
  }

  std::vector<ports::WriteBatch> late_;
};

inline size_t below(size_t bound) {
  return *rc::gen::inRange<size_t>(0, bound);
}

inline bool chance(size_t percent) {
  return below(100) < percent;
}

// Into what stands over the store: it succeeds, or fails and happens or not, at once or later.
inline void commit_somehow(ports::KvStore& over, VisitedStore& store, sim::SimClock& clock,
                           const ports::WriteBatch& batch) {
  store.loses = chance(5);
  store.loses_answer = chance(5);
  store.answers_late = chance(50);
  try {
    ports::WriteBatch copy = batch;
    chance(50) ? over.hand_over(copy) : over.commit(batch);
  } catch (const ports::StoreError&) {
    if (chance(30)) return;
    store.happen_late();
    clock.advance(3'600'000);  // until then nothing is remembered
  }
}

}  // namespace keemun::keyspace
