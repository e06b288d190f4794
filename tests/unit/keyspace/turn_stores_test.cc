// What is remembered of a store is entered by one at a time, and left while the store is asked.
#include <gtest/gtest.h>

#include "base/check.h"
#include "keyspace/memory/companions.h"
#include "ports/store_error.h"
#include "sim/sim_clock.h"
#include "sim/sim_kv.h"
#include "sim/sim_random.h"

namespace keemun::keyspace {
namespace {

using ports::StoreError;

class WatchedTurn final : public ports::Turn {
 public:
  void enter() override {
    CHECK(!is_taken);
    is_taken = true;
    ++entered;
  }
  void leave() override {
    CHECK(is_taken);
    is_taken = false;
  }

  bool is_taken = false;
  int entered = 0;
};

// Lets somebody else in whenever it is asked, who asks the whole for the same.
class Below final : public ports::KvStore {
 public:
  explicit Below(WatchedTurn& turn) : turn_(turn) {}

  ports::Capabilities capabilities() const override { return kv.capabilities(); }
  std::optional<Bytes> get(BytesView key) override {
    is_asked();
    return kv.get(key);
  }
  std::vector<std::optional<Bytes>> multi_get(std::span<const Bytes> keys) override {
    is_asked();
    return kv.multi_get(keys);
  }
  ports::ScanPage scan(const ports::ScanRequest& request) override {
    is_asked();
    return kv.scan(request);
  }
  void commit(const ports::WriteBatch& batch) override {
    is_asked();
    kv.commit(batch);
  }

  sim::SimKv kv;
  std::function<void()> meanwhile;
  bool fails = false;
  int asked = 0;

 private:
  void is_asked() {
    ++asked;
    EXPECT_FALSE(turn_.is_taken);
    if (const auto visit = std::exchange(meanwhile, nullptr)) visit();
    if (fails) throw StoreError(StoreError::Kind::kUnavailable, "fails");
  }

  WatchedTurn& turn_;
};

class Turns : public testing::Test {
 protected:
  Turns() {
    for (const char* key : {"a", "b", "c", "d"}) below_.kv.rows()[key] = "1";
  }
  static CacheChoice choice(ports::Turn& turn) {
    CacheChoice choice;
    choice.local_bytes = 10'000;
    choice.turn = &turn;
    return choice;
  }
  void read_all() {
    const std::vector<Bytes> keys = {"b", "c", "none"};
    store_.about_to_get(keys);
    store_.known_head("a");
    EXPECT_EQ(store_.get("a"), "1");
    EXPECT_EQ(store_.multi_get(keys)[0], "1");
    EXPECT_EQ(store_.scan({.begin = "a", .end = "z", .rows_max = 10}).rows.size(), 4u);
    EXPECT_EQ(store_.pass_over({.begin = "a", .end = "z", .rows_max = 10}).rows, 4u);
  }

  WatchedTurn turn_;
  Below below_{turn_};
  sim::SimClock clock_{1000};
  sim::SimRandom random_{1};
  Companions companions_{below_, {}, clock_, random_, choice(turn_)};
  ports::KvStore& store_ = companions_.store();
};

TEST_F(Turns, AreTakenForEachCallAndLeftBelow) {
  read_all();
  EXPECT_EQ(below_.asked, 3) << "a page that was scanned is counted, too";
  EXPECT_FALSE(turn_.is_taken);
  const int asked = below_.asked;
  const int entered = turn_.entered;
  read_all();
  EXPECT_EQ(below_.asked, asked) << "it is remembered";
  EXPECT_EQ(turn_.entered, entered + 6);
  EXPECT_TRUE(store_.remembers_counts());
}

TEST_F(Turns, LetOthersInWhileTheStoreIsAsked) {
  below_.meanwhile = [this] { read_all(); };
  read_all();
  EXPECT_FALSE(turn_.is_taken);
}

TEST_F(Turns, AreLeftWhereTheStoreFails) {
  below_.fails = true;
  EXPECT_THROW(store_.get("a"), StoreError);
  EXPECT_FALSE(turn_.is_taken);
  ports::WriteBatch batch;
  batch.writes.push_back({"a", "2", false});
  EXPECT_THROW(store_.commit(batch), StoreError);
  EXPECT_FALSE(turn_.is_taken);
  below_.fails = false;
  store_.hand_over(batch);
  EXPECT_EQ(store_.get("a"), "2");
  EXPECT_FALSE(turn_.is_taken);
}

}  // namespace
}  // namespace keemun::keyspace
