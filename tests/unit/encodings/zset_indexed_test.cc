// A sorted set kept in member rows and score rows: what it reads, what it writes, and when.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "base/command_error.h"
#include "encodings/open_key.h"
#include "encodings/zset/indexed_zset.h"
#include "format/encoding.h"
#include "format/score.h"
#include "keyspace/unit/unit_of_work.h"
#include "sim/kv_front.h"
#include "sim/sim_kv.h"

namespace keemun::encodings {
namespace {

using types::ScoreChange;
using types::ScoredMember;

class IndexedZSetTest : public testing::Test {
 protected:
  static constexpr int64_t kNowMs = 1'700'000'000'000;

  OpenKey Open(ports::Rows& rows) {
    const auto row = rows.get(layout_.meta_key("z"));
    format::KeyMeta meta;
    meta.encoding = format::Encoding::kZSetIndexed;
    if (row) meta = *format::decode_key_meta(*row);
    return OpenKey(rows, layout_, "z", meta, row.has_value());
  }
  template <typename Act>
  auto With(Act act) {
    keyspace::UnitOfWork unit(kv_, capabilities_, kNowMs);
    IndexedZSet zset(Open(unit), may_be_torn_);
    if constexpr (std::is_void_v<decltype(act(zset))>) {
      act(zset);
      unit.commit();
    } else {
      auto result = act(zset);
      unit.commit();
      return result;
    }
  }
  void Put(BytesView member, std::optional<double> old_score, double score) {
    const ScoreChange change{member, old_score, score};
    With([&](IndexedZSet& zset) { zset.put({&change, 1}); });
  }
  // m0000, m0001, ... with their numbers as scores.
  void Fill(int64_t count) {
    std::vector<Bytes> names;
    for (int64_t i = 0; i < count; ++i) names.push_back(Name(i));
    std::vector<ScoreChange> changes;
    for (int64_t i = 0; i < count; ++i) {
      changes.push_back({names[static_cast<size_t>(i)], std::nullopt, static_cast<double>(i)});
    }
    With([&](IndexedZSet& zset) { zset.put(changes); });
  }
  static Bytes Name(int64_t number) {
    const Bytes digits = std::to_string(number);
    return "m" + Bytes(4 - digits.size(), '0') + digits;
  }
  size_t RowCount(format::RowFamily family) {
    const format::KeyRange range = layout_.family_rows(family, 0);
    return static_cast<size_t>(
        std::distance(kv_.rows().lower_bound(range.begin), kv_.rows().lower_bound(range.end)));
  }

  // What a change of the score leaves that was cut short.
  void LeaveScoreRow(BytesView member, double score) {
    const Bytes row = layout_.generation("z", {}).score_key(format::OrderedScore(score), member);
    kv_.rows()[row] = format::score_row_value(score);
  }

  bool may_be_torn_ = false;
  sim::SimKv kv_;
  const ports::Capabilities capabilities_ = kv_.capabilities();
  const format::KeyLayout layout_{format::LayoutKind::kPlain, "n"};
};

std::vector<Bytes> Names(const std::vector<ScoredMember>& members) {
  std::vector<Bytes> names;
  for (const ScoredMember& one : members) names.push_back(one.member);
  return names;
}

TEST_F(IndexedZSetTest, HasOneMemberRowAndOneScoreRowAMember) {
  Put("a", std::nullopt, 1);
  Put("b", std::nullopt, 2);
  Put("a", 1, 3);
  EXPECT_EQ(RowCount(format::RowFamily::kSub), 2u);
  EXPECT_EQ(RowCount(format::RowFamily::kScore), 2u);
  EXPECT_EQ(With([](IndexedZSet& zset) { return zset.size(); }), 2);
}

TEST_F(IndexedZSetTest, KeepsTheRowOfAZeroThatChangesItsSign) {
  Put("a", std::nullopt, 0.0);
  Put("a", 0.0, -0.0);
  const auto members = With([](IndexedZSet& zset) { return zset.range_by_rank({0, 1}, false); });
  ASSERT_EQ(members.size(), 1u);
  EXPECT_TRUE(std::signbit(members[0].score));
}

TEST_F(IndexedZSetTest, NewScoreRowIsVisibleBeforeTheOldOneGoes) {
  Put("a", std::nullopt, 1);
  ports::Capabilities row_by_row = capabilities_;
  row_by_row.atomic_batch = false;
  struct Order : sim::KvFront {
    using KvFront::KvFront;
    void commit(const ports::WriteBatch& batch) override { last = batch; }
    ports::WriteBatch last;
  } store(kv_);
  keyspace::UnitOfWork unit(store, row_by_row, kNowMs);
  const ScoreChange change{"a", 1, 2};
  IndexedZSet(Open(unit), true).put({&change, 1});
  unit.commit();
  ASSERT_EQ(store.last.writes.size(), 3u);
  EXPECT_FALSE(store.last.writes[0].is_erase);
  EXPECT_FALSE(store.last.writes[1].is_erase);
  EXPECT_TRUE(store.last.writes[2].is_erase);
}

TEST_F(IndexedZSetTest, RangeByRankReadsNoMoreThanTheNearerEnd) {
  Fill(2000);
  const auto at = [&](int64_t first, bool is_reverse) {
    return Names(With([&](IndexedZSet& zset) {
      return zset.range_by_rank({first, 2}, is_reverse);
    }));
  };
  kv_.reset_counts();
  EXPECT_THAT(at(1995, false), testing::ElementsAre(Name(1995), Name(1996)));
  EXPECT_EQ(kv_.counts().scanned_rows, 5);
  EXPECT_THAT(at(1995, true), testing::ElementsAre(Name(4), Name(3)));
  EXPECT_EQ(kv_.counts().scanned_rows, 10);
  EXPECT_THAT(at(700, false), testing::ElementsAre(Name(700), Name(701)));
  EXPECT_THAT(at(700, true), testing::ElementsAre(Name(1299), Name(1298)));
}

TEST_F(IndexedZSetTest, RangeByScoreBeginsAtItsBound) {
  Fill(2000);
  const types::ScoreRange range{{1500, true}, {1800, false}};
  kv_.reset_counts();
  EXPECT_THAT(Names(With([&](IndexedZSet& zset) {
                return zset.range_by_score(range, false, {1, 2});
              })),
              testing::ElementsAre(Name(1502), Name(1503)));
  EXPECT_EQ(kv_.counts().scanned_rows, 3);
  EXPECT_THAT(Names(With([&](IndexedZSet& zset) {
                return zset.range_by_score(range, true, {0, 2});
              })),
              testing::ElementsAre(Name(1800), Name(1799)));
  EXPECT_EQ(With([&](IndexedZSet& zset) { return zset.count_by_score(range); }), 300);
}

TEST_F(IndexedZSetTest, RankCountsTheRowsBefore) {
  Fill(1000);
  const Bytes name = Name(600);
  EXPECT_EQ(With([&](IndexedZSet& zset) { return zset.rank({name, 600}, false); }), 600);
  EXPECT_EQ(With([&](IndexedZSet& zset) { return zset.rank({name, 600}, true); }), 399);
}

TEST_F(IndexedZSetTest, CountsNoScoreRowThatATornBatchHasLeft) {
  may_be_torn_ = true;
  Fill(300);
  LeaveScoreRow("m0007", -1);
  LeaveScoreRow("m0008", 250.5);
  LeaveScoreRow("m0009", 1000);
  LeaveScoreRow("gone", 7);
  const double infinity = std::numeric_limits<double>::infinity();
  const types::ScoreRange all = {{-infinity}, {infinity}};
  EXPECT_EQ(With([&](IndexedZSet& zset) { return zset.count_by_score(all); }), 300);
  EXPECT_EQ(With([](IndexedZSet& zset) { return zset.rank({"m0299", 299}, false); }), 299);
  EXPECT_EQ(With([](IndexedZSet& zset) { return zset.rank({"m0000", 0}, true); }), 299);
  const auto by_rank = [&](types::RankRange ranks, bool is_reverse) {
    return Names(With([&](IndexedZSet& zset) { return zset.range_by_rank(ranks, is_reverse); }));
  };
  EXPECT_EQ(by_rank({0, 1}, false), std::vector<Bytes>{"m0000"});
  EXPECT_EQ(by_rank({299, 1}, false), std::vector<Bytes>{"m0299"});
  EXPECT_EQ(by_rank({0, 1}, true), std::vector<Bytes>{"m0299"});
  EXPECT_EQ(by_rank({0, 300}, false).size(), 300u);
  EXPECT_THAT(Names(With([&](IndexedZSet& zset) {
                return zset.range_by_score(all, false, {.offset = 7, .count = 2});
              })),
              testing::ElementsAre("m0007", "m0008"));
}

TEST_F(IndexedZSetTest, SeesWhatItsOwnUnitWrote) {
  Fill(600);
  const auto names = With([&](IndexedZSet& zset) {
    const ScoreChange changes[] = {{"first", std::nullopt, -1}, {"m0300", 300, 1000}};
    zset.put(changes);
    std::vector<Bytes> seen = Names(zset.range_by_rank({0, 2}, false));
    for (const Bytes& name : Names(zset.range_by_rank({299, 3}, false))) seen.push_back(name);
    for (const Bytes& name : Names(zset.range_by_rank({0, 1}, true))) seen.push_back(name);
    return seen;
  });
  EXPECT_THAT(names, testing::ElementsAre("first", "m0000", "m0298", "m0299", "m0301", "m0300"));
}

TEST_F(IndexedZSetTest, RowWithoutAScoreIsAnErrorThatNamesIt) {
  Put("a", std::nullopt, 1);
  for (auto& [key, value] : kv_.rows()) {
    if (value == "1.0") value = "one";
  }
  const BytesView member = "a";
  try {
    With([&](IndexedZSet& zset) { return zset.scores({&member, 1}); });
    FAIL();
  } catch (const CommandError& error) {
    EXPECT_EQ(error.text(), "ERR corrupt key 'z': the member row of member 'a' holds no score");
  }
}

}  // namespace
}  // namespace keemun::encodings
