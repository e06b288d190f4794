#include "types/ranges.h"

#include <gtest/gtest.h>

#include "types/key_type.h"

namespace keemun::types {
namespace {

LexRange lex(BytesView low, BytesView high) {
  return {*parse_lex_bound(low), *parse_lex_bound(high)};
}

TEST(RankRange, CountsNegativeRanksFromTheEnd) {
  EXPECT_EQ(clamp_ranks(-2, -1, 5).first, 3);
  EXPECT_EQ(clamp_ranks(-2, -1, 5).count, 2);
  EXPECT_EQ(clamp_ranks(-100, 100, 5).count, 5);
}

TEST(RankRange, IsEmptyWhereStartIsBehindStopOrTheEnd) {
  EXPECT_TRUE(clamp_ranks(3, 2, 5).is_empty());
  EXPECT_TRUE(clamp_ranks(5, 9, 5).is_empty());
  EXPECT_TRUE(clamp_ranks(0, -6, 5).is_empty());
  EXPECT_TRUE(clamp_ranks(0, -1, 0).is_empty());
}

TEST(ScoreRange, HoldsWhatStandsBetweenItsBounds) {
  const ScoreRange half_open = {{1, false}, {2, true}};
  EXPECT_TRUE(half_open.contains(1));
  EXPECT_FALSE(half_open.contains(2));
  EXPECT_FALSE(half_open.is_empty());
  EXPECT_TRUE((ScoreRange{{1, true}, {1, false}}).is_empty());
  EXPECT_TRUE((ScoreRange{{2, false}, {1, false}}).is_empty());
  EXPECT_FALSE((ScoreRange{{1, false}, {1, false}}).is_empty());
}

TEST(LexBound, IsReadAsRedisReadsIt) {
  EXPECT_EQ(parse_lex_bound("-")->kind, LexBound::Kind::kLowest);
  EXPECT_EQ(parse_lex_bound("+")->kind, LexBound::Kind::kHighest);
  EXPECT_EQ(parse_lex_bound(BytesView("+\0a", 3))->kind, LexBound::Kind::kHighest);
  EXPECT_EQ(parse_lex_bound("[")->member, "");
  EXPECT_EQ(parse_lex_bound("(a")->kind, LexBound::Kind::kExclusive);
  EXPECT_EQ(parse_lex_bound("a"), std::nullopt);
  EXPECT_EQ(parse_lex_bound(""), std::nullopt);
}

TEST(LexRange, HoldsWhatStandsBetweenItsBounds) {
  EXPECT_TRUE(lex("[b", "(d").contains("b"));
  EXPECT_FALSE(lex("[b", "(d").contains("d"));
  EXPECT_FALSE(lex("(b", "[d").contains("b"));
  EXPECT_TRUE(lex("(b", "[d").contains("d"));
  EXPECT_TRUE(lex("-", "+").contains(""));
}

TEST(LexRange, HoldsNothingWhereItsBoundsAreTheWrongWayRound) {
  for (const BytesView member : {"", "a", "\xff"}) {
    EXPECT_FALSE(lex("+", "-").contains(member));
    EXPECT_FALSE(lex("+", "[z").contains(member));
    EXPECT_FALSE(lex("[a", "-").contains(member));
    EXPECT_TRUE(lex("+", "[z").is_below_low(member));
    EXPECT_TRUE(lex("[a", "-").is_above_high(member));
  }
}

TEST(LexRange, IsEmptyWhereNoMemberCanBeInIt) {
  EXPECT_TRUE(lex("+", "-").is_empty());
  EXPECT_TRUE(lex("+", "+").is_empty());
  EXPECT_TRUE(lex("-", "-").is_empty());
  EXPECT_TRUE(lex("[b", "[a").is_empty());
  EXPECT_TRUE(lex("(a", "[a").is_empty());
  EXPECT_FALSE(lex("[a", "[a").is_empty());
  EXPECT_FALSE(lex("-", "(a").is_empty());
  EXPECT_FALSE(lex("(a", "+").is_empty());
}

TEST(KeyType, HasTheNameThatTypeAnswers) {
  EXPECT_EQ(type_name(KeyType::kString), "string");
  EXPECT_EQ(type_name(KeyType::kHash), "hash");
  EXPECT_EQ(type_name(KeyType::kSet), "set");
  EXPECT_EQ(type_name(KeyType::kZSet), "zset");
  EXPECT_EQ(type_name(KeyType::kList), "list");
  EXPECT_EQ(type_name(KeyType::kStream), "stream");
}

}  // namespace
}  // namespace keemun::types
