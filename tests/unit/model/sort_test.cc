#include "session.h"

namespace keemun::model {
namespace {

class SortModel : public Session {};

TEST_F(SortModel, SortsNumbersThenWords) {
  run({"rpush", "l", "10", "9", " 1e1", "2"});
  EXPECT_EQ(run({"sort", "l"}), bulks({"2", "9", " 1e1", "10"}));
  EXPECT_EQ(run({"sort", "l", "desc", "limit", "1", "2"}), bulks({" 1e1", "9"}));
  EXPECT_EQ(run({"sort_ro", "l", "alpha"}), bulks({" 1e1", "10", "2", "9"}));
  run({"rpush", "l", "x"});
  EXPECT_EQ(show({"sort", "l"}), "(error) ERR One or more scores can't be converted into double");
}

TEST_F(SortModel, TakesTheSmallestNumbersWhereTheyAreExact) {
  run({"rpush", "l", "0x1p-1074", "-0x1p-1074"});
  EXPECT_EQ(run({"sort", "l"}), bulks({"-0x1p-1074", "0x1p-1074"}));
  run({"rpush", "l", "5e-324"});
  EXPECT_EQ(show({"sort", "l"}), "(error) ERR One or more scores can't be converted into double");
}

TEST_F(SortModel, LooksUpWeightsAndValues) {
  run({"rpush", "l", "a", "b", "c"});
  run({"mset", "w_a", "3", "w_b", "1"});
  run({"hset", "h_b", "f", "B"});
  EXPECT_EQ(run({"sort", "l", "by", "w_*"}), bulks({"c", "b", "a"}));
  EXPECT_EQ(show({"sort", "l", "by", "w_*", "limit", "1", "1", "get", "#", "get", "h_*->f", "get",
                  "w_*", "get", "nostar"}),
            "1) \"b\"\n2) \"B\"\n3) \"1\"\n4) (nil)");
  EXPECT_EQ(run({"sort", "l", "by", "nosort", "desc"}), bulks({"c", "b", "a"}));
}

TEST_F(SortModel, StoresAListOrNothing) {
  run({"sadd", "s", "3", "1"});
  EXPECT_EQ(run({"sort", "s", "get", "#", "get", "none_*", "store", "d"}), integer(4));
  EXPECT_EQ(run({"lrange", "d", "0", "-1"}), bulks({"1", "", "3", ""}));
  EXPECT_EQ(run({"sort", "s", "by", "nosort", "store", "d"}), integer(2));
  EXPECT_EQ(run({"lrange", "d", "0", "-1"}), bulks({"1", "3"}));
  EXPECT_EQ(run({"sort", "none", "store", "d"}), integer(0));
  EXPECT_EQ(run({"exists", "d"}), integer(0));
  EXPECT_EQ(show({"sort_ro", "s", "store", "d"}), "(error) ERR syntax error");
}

TEST_F(SortModel, RefusesOtherTypesAfterReadingTheOptions) {
  hold_string("k");
  EXPECT_EQ(show({"sort", "k"}), kWrongType);
  EXPECT_EQ(show({"sort", "k", "foo"}), "(error) ERR syntax error");
}

TEST_F(SortModel, LeavesTiesToTheServer) {
  run({"rpush", "l", "a", "b", "c"});
  run({"mset", "w_a", "x", "w_b", "x", "w_c", "y"});
  const Args args = {"sort", "l", "by", "w_*", "alpha"};
  EXPECT_TRUE(judge(args, bulks({"a", "b", "c"})));
  EXPECT_TRUE(judge(args, bulks({"b", "a", "c"})));
  EXPECT_FALSE(judge(args, bulks({"a", "c", "b"})));
  EXPECT_FALSE(judge(args, bulks({"a", "a", "c"})));
  EXPECT_TRUE(judge({"sort", "l", "by", "w_*", "alpha", "limit", "0", "1"}, bulks({"b"})));
  EXPECT_FALSE(judge({"sort", "l", "by", "w_*", "alpha", "limit", "0", "1"}, bulks({"c"})));
}

TEST_F(SortModel, LeavesAnUnsortedSetToTheServer) {
  run({"sadd", "s", "1", "2", "3"});
  EXPECT_TRUE(judge({"sort", "s", "by", "nosort"}, bulks({"3", "1", "2"})));
  EXPECT_FALSE(judge({"sort", "s", "by", "nosort"}, bulks({"3", "1", "1"})));
  EXPECT_FALSE(judge({"sort", "s"}, bulks({"3", "1", "2"})));
}

}  // namespace
}  // namespace keemun::model
