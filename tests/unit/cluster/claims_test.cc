#include "cluster/claims.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "base/command_error.h"
#include "ports/store_error.h"
#include "sim/kv_front.h"
#include "sim/sim_clock.h"
#include "sim/sim_kv.h"

namespace keemun::cluster {
namespace {

constexpr int64_t kLeaseMs = 1'000;
constexpr int64_t kNowMs = 1'700'000'000'000;

// Loses the answer of a commit, and the commit itself if it should.
class LossyKv final : public sim::KvFront {
 public:
  enum class Loses : uint8_t { kNothing, kAnswer, kCommit };

  using KvFront::KvFront;

  Loses next = Loses::kNothing;

  void commit(const ports::WriteBatch& batch) override {
    const Loses now = std::exchange(next, Loses::kNothing);
    if (now != Loses::kCommit) KvFront::commit(batch);
    if (now == Loses::kNothing) return;
    throw ports::StoreError(ports::StoreError::Kind::kUnknownOutcome, "no answer");
  }
};

// A process: a time of its own, and claims to all shares.
struct Node final : Tenant {
  Node(ports::KvStore& kv, ports::SteadyClock& clock, const Bytes& name, std::set<size_t> home)
      : store(kv), claims(store, clock, *this, {name, Shares(2), kLeaseMs, std::move(home)}) {}

  int64_t now_ms() override { return time_ms; }
  void take_over(int64_t not_before_ms) override {
    ++taken_over;
    time_ms = std::max(time_ms, not_before_ms);
  }
  bool has(size_t share) const { return claims.ownership().epoch(share) != 0; }

  LossyKv store;
  int64_t time_ms = kNowMs;
  int taken_over = 0;
  Claims claims;
};

class ClaimsTest : public testing::Test {
 protected:
  // Of share 0 and of share 1.
  static constexpr BytesView kLow = "b";
  static constexpr BytesView kHigh = "a";

  static Bytes refusal(const std::function<void()>& what) {
    try {
      what();
      return "none";
    } catch (const CommandError& error) {
      return error.text();
    }
  }
  Bytes refusal(Node& node, std::vector<BytesView> keys, bool are_all = false) {
    const auto visit = node.claims.enter(keys, are_all, node.time_ms);
    node.claims.leave(visit);
    return visit.refusal.value_or("none");
  }
  static ports::WriteBatch write_of(const ports::KeyOwner::Visit& visit) {
    ports::WriteBatch batch;
    batch.writes.push_back({"row", "value"});
    batch.expectations = visit.expectations;
    return batch;
  }
  bool is_refused(const ports::WriteBatch& batch) {
    try {
      kv_.commit(batch);
      return false;
    } catch (const ports::StoreError& error) {
      return error.kind() == ports::StoreError::Kind::kConflict;
    }
  }
  void both_step() {
    a_.claims.step();
    b_.claims.step();
  }

  sim::SimKv kv_;
  sim::SimSteadyClock clock_;
  Node a_{kv_, clock_, "a:1", {0}};
  Node b_{kv_, clock_, "b:2", {1}};
};

TEST_F(ClaimsTest, TheKeysOfTheTestLieInDifferentShares) {
  EXPECT_EQ(Shares(2).of(kLow), 0u);
  EXPECT_EQ(Shares(2).of(kHigh), 1u);
}

TEST_F(ClaimsTest, EverybodyTakesWhatIsItsHome) {
  both_step();
  EXPECT_TRUE(a_.has(0) && !a_.has(1));
  EXPECT_TRUE(b_.has(1) && !b_.has(0));
  EXPECT_EQ(refusal(a_, {kLow}), "none");
  EXPECT_EQ(a_.taken_over, 1);
}

TEST_F(ClaimsTest, ClientsAreToldWhereAKeyIs) {
  both_step();
  a_.claims.step();  // sees what b has taken
  EXPECT_EQ(refusal(a_, {kHigh}), "MOVED 15495 b:2");
  EXPECT_EQ(refusal(a_, {kLow, kHigh}), "CROSSSLOT Keys in request belong to different processes");
  EXPECT_EQ(refusal(a_, {}, true), "CROSSSLOT Keys in request belong to different processes");
}

TEST_F(ClaimsTest, AKeyOfNobodyIsNotServed) {
  a_.claims.step();
  EXPECT_EQ(refusal(a_, {kHigh}), "CLUSTERDOWN Hash slot not served");
}

TEST_F(ClaimsTest, WhatNobodyElseWantsIsTakenInTheEnd) {
  a_.claims.step();
  clock_.pass(kLeaseMs + 1);
  a_.claims.step();
  EXPECT_TRUE(a_.has(0) && a_.has(1));
  EXPECT_EQ(refusal(a_, {}, true), "none");
}

TEST_F(ClaimsTest, BeatsKeepAShare) {
  both_step();
  for (int64_t passed_ms = 0; passed_ms < 5 * kLeaseMs; passed_ms += kLeaseMs / 3) {
    clock_.pass(kLeaseMs / 3);
    a_.time_ms += kLeaseMs / 3;
    both_step();
    ASSERT_EQ(refusal(a_, {kLow}), "none");
  }
  EXPECT_FALSE(b_.has(0));
}

TEST_F(ClaimsTest, WhoIsSilentLosesItsSharesAndWritesNothingAnyMore) {
  both_step();
  const auto visit = a_.claims.enter(std::vector<BytesView>{kLow}, false, a_.time_ms);
  clock_.pass(kLeaseMs + kLeaseMs / 5 + 1);
  EXPECT_EQ(refusal(a_, {kLow}), "TRYAGAIN the keys may be changing hands");
  EXPECT_EQ(refusal([&] { a_.claims.check(visit); }), "TRYAGAIN the keys may have changed hands");
  EXPECT_FALSE(is_refused(write_of(visit)));  // nobody has taken over yet
  b_.claims.step();
  EXPECT_TRUE(b_.has(0));
  EXPECT_TRUE(is_refused(write_of(visit)));
  EXPECT_EQ(kv_.get("row"), "value");
  a_.claims.note_refusal(visit);
  EXPECT_FALSE(a_.has(0));
  a_.claims.leave(visit);
}

TEST_F(ClaimsTest, AShareIsLetGoOnceItsCommandsHaveEnded) {
  both_step();
  const auto visit = a_.claims.enter(std::vector<BytesView>{kLow}, false, a_.time_ms);
  a_.claims.hand_over(0);
  EXPECT_EQ(refusal(a_, {kLow}), "TRYAGAIN the keys may be changing hands");
  both_step();
  EXPECT_FALSE(b_.has(0));
  EXPECT_FALSE(is_refused(write_of(visit)));
  a_.claims.leave(visit);
  both_step();
  EXPECT_TRUE(!a_.has(0) && b_.has(0));
  both_step();
  EXPECT_EQ(refusal(a_, {kLow}), "MOVED 3300 b:2");
}

TEST_F(ClaimsTest, TheNextOwnerBeginsNoEarlierThanTheLastOneEnded) {
  a_.time_ms = kNowMs + 400;
  both_step();
  a_.claims.hand_over(0);
  both_step();
  ASSERT_TRUE(b_.has(0));
  EXPECT_EQ(b_.time_ms, kNowMs + 400);
}

TEST_F(ClaimsTest, TheOneThatTakesOverFromSilenceBeginsAtItsHorizon) {
  both_step();
  clock_.pass(2 * kLeaseMs);
  b_.claims.step();
  ASSERT_TRUE(b_.has(0));
  EXPECT_EQ(b_.time_ms, kNowMs + kLeaseMs);
}

TEST_F(ClaimsTest, ATimeBeyondTheHorizonWaitsForABeat) {
  both_step();
  a_.time_ms += kLeaseMs + 1;
  EXPECT_EQ(refusal(a_, {kLow}), "TRYAGAIN the keys may be changing hands");
  a_.claims.step();
  EXPECT_EQ(refusal(a_, {kLow}), "none");
}

TEST_F(ClaimsTest, AClaimWithoutAnAnswerIsNoClaim) {
  a_.store.next = LossyKv::Loses::kAnswer;
  a_.claims.step();
  EXPECT_FALSE(a_.has(0));
  b_.claims.step();
  EXPECT_FALSE(b_.has(0));  // it is a's by the rows
  a_.claims.step();         // sees that, and waits like anybody else
  EXPECT_FALSE(a_.has(0));
  clock_.pass(kLeaseMs + kLeaseMs / 5 + 1);
  a_.claims.step();
  EXPECT_TRUE(a_.has(0));
}

TEST_F(ClaimsTest, ABeatWithoutAnAnswerIsMadeUpForByTheNext) {
  both_step();
  for (const auto lost : {LossyKv::Loses::kAnswer, LossyKv::Loses::kCommit}) {
    clock_.pass(kLeaseMs / 2);
    a_.store.next = lost;
    a_.claims.step();
    clock_.pass(kLeaseMs / 2);
    EXPECT_EQ(refusal(a_, {kLow}), "TRYAGAIN the keys may be changing hands");
    a_.claims.step();
    EXPECT_EQ(refusal(a_, {kLow}), "none");
  }
}

TEST_F(ClaimsTest, OfTwoThatClaimOneSucceeds) {
  both_step();
  Node c{kv_, clock_, "c:3", {}};
  c.claims.step();
  clock_.pass(2 * kLeaseMs);
  b_.claims.step();
  c.claims.step();
  EXPECT_TRUE(b_.has(0));
  EXPECT_FALSE(c.has(0));
  a_.claims.step();
  EXPECT_FALSE(a_.has(0));
}

}  // namespace
}  // namespace keemun::cluster
