// The tree of a write buffer beside a sorted set of the same rows.
#include <gtest/gtest.h>

#include <functional>
#include <random>
#include <set>

#include "engine_rows.h"
#include "rocks/row_tree.h"

namespace keemun::rocks {
namespace {

class ATree : public testing::Test {
 protected:
  struct Before {
    bool operator()(const Bytes& a, const Bytes& b) const { return engine_order(a, b) < 0; }
  };

  void insert(BytesView name) {
    keys_.insert(engine_key(name, ++number_));
    tree_.insert(rows_.add(name, number_));
  }

  Bytes key_at(const RowTree::Place& place) const {
    return compare_.decode_key(place.row()).ToString();
  }

  void check_walks() const {
    RowTree::Place place = tree_.first();
    for (const Bytes& key : keys_) {
      ASSERT_TRUE(place);
      ASSERT_EQ(key_at(place), key);
      place = RowTree::next(place);
    }
    EXPECT_FALSE(place);
    place = tree_.last();
    for (auto key = keys_.rbegin(); key != keys_.rend(); ++key) {
      ASSERT_TRUE(place);
      ASSERT_EQ(key_at(place), *key);
      place = RowTree::previous(place);
    }
    EXPECT_FALSE(place);
  }

  void check_seek(BytesView name, uint64_t number) const {
    const Bytes key = engine_key(name, number);
    const RowTree::Place place = tree_.seek(key);
    const auto expected = keys_.lower_bound(key);
    ASSERT_EQ(static_cast<bool>(place), expected != keys_.end());
    if (place) {
      ASSERT_EQ(key_at(place), *expected);
    }
  }

  // Rows with names of `name`, in an order that it decides.
  void check(const std::function<Bytes(uint64_t draw, int turn)>& name) {
    constexpr int kRows = 30'000;
    std::mt19937 engine(7);
    for (int turn = 0; turn < kRows; ++turn) {
      insert(name(engine(), turn));
      if (turn % 16 == 0) check_seek(name(engine(), turn), engine() % (number_ + 2));
      if (HasFatalFailure()) return;
    }
    check_walks();
    constexpr size_t kBytesOfARow = 64;  // a third of it where nodes are full
    EXPECT_LT(tree_.byte_count(), kRows * kBytesOfARow);
  }

  EngineOrder compare_;
  RowTree tree_{compare_};
  EngineRows rows_;
  std::set<Bytes, Before> keys_;
  uint64_t number_ = 0;
};

TEST_F(ATree, ThatIsEmptyHasNoPlaces) {
  EXPECT_FALSE(tree_.first());
  EXPECT_FALSE(tree_.last());
  EXPECT_FALSE(tree_.seek(engine_key("a", 1)));
}

TEST_F(ATree, SortsNamesThatDifferLate) {
  check([](uint64_t draw, int) {
    return "m#namespace:key:" + std::to_string(1'000'000 + draw % 20'000);
  });
}

TEST_F(ATree, SortsNamesThatDifferAfterMoreThanANodeKnows) {
  check([](uint64_t draw, int) { return Bytes(100, 'x') + std::to_string(draw % 5'000); });
}

TEST_F(ATree, SortsNamesThatBeginWithOneAnother) {
  check([](uint64_t draw, int) { return Bytes(draw % 300, draw % 7 == 0 ? '\xff' : '\0'); });
}

TEST_F(ATree, SortsNamesOfAnyBytes) {
  check([](uint64_t draw, int) {
    Bytes name;
    for (; draw > 0; draw /= 5) name += "\0a\x7f\x80\xff"[draw % 5];
    return name;
  });
}

TEST_F(ATree, SortsVersionsOfOneName) {
  check([](uint64_t, int) { return Bytes("name"); });
}

TEST_F(ATree, SortsNamesThatComeInOrder) {
  check([](uint64_t, int turn) { return "list:" + std::to_string(1'000'000 + turn); });
}

TEST_F(ATree, SortsNamesThatComeBackwards) {
  check([](uint64_t draw, int turn) {
    return turn % 2 == 0 ? "list:" + std::to_string(1'000'000 - turn)
                         : "hash:" + std::to_string(draw);
  });
}

TEST_F(ATree, SortsNamesThatComeBackwardsBehindAFullNode) {
  constexpr int kOthers = 1'024;  // came in order
  check([](uint64_t, int turn) {
    return turn < kOthers ? "hash:" + std::to_string(1'000'000 + turn)
                          : "list:" + std::to_string(1'000'000 - turn);
  });
}

TEST_F(ATree, SortsNamesThatComeBeforeAllThatCameSoFar) {
  check([](uint64_t draw, int turn) {
    constexpr int kHalf = 15'000;
    return (turn < kHalf ? "key:" : "counter:") + std::to_string(1'000'000 + draw % 1'000'000);
  });
}

TEST_F(ATree, SortsNamesOfManyKinds) {
  check([](uint64_t draw, int turn) {
    const auto kinds = static_cast<uint64_t>(turn) / 1'000 + 1;
    const uint64_t kind = draw % kinds;
    const auto letter = static_cast<char>('a' + kind * 7 % 26);
    return Bytes(kind * 5 % 60, letter) + std::to_string(draw / kinds % 100'000);
  });
}

}  // namespace
}  // namespace keemun::rocks
