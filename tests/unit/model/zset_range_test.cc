#include <cstdint>
#include <limits>
#include <string>

#include "session.h"

namespace keemun::model {
namespace {

class ZSetRangeModel : public Session {
 protected:
  ZSetRangeModel() {
    run({"zadd", "z", "1", "a", "2", "b", "3", "c"});
    run({"zadd", "names", "0", "a", "0", "b", "0", "c"});
  }
};

TEST_F(ZSetRangeModel, RanksCountFromBothEnds) {
  EXPECT_EQ(run({"zrange", "z", "0", "1"}), bulks({"a", "b"}));
  EXPECT_EQ(run({"zrange", "z", "-2", "9"}), bulks({"b", "c"}));
  EXPECT_EQ(run({"zrange", "z", "2", "1"}), Reply::array());
  EXPECT_EQ(run({"zrevrange", "z", "0", "0"}), bulks({"c"}));
  EXPECT_EQ(run({"zrange", "z", "0", "0", "rev"}), bulks({"c"}));
  EXPECT_EQ(run({"zrange", "none", "0", "-1"}), Reply::array());
}

TEST_F(ZSetRangeModel, ScoreBoundsMayExcludeTheirValue) {
  EXPECT_EQ(run({"zrangebyscore", "z", "(1", "3"}), bulks({"b", "c"}));
  EXPECT_EQ(run({"zrangebyscore", "z", "-inf", "(3"}), bulks({"a", "b"}));
  EXPECT_EQ(run({"zrangebyscore", "z", "3", "1"}), Reply::array());
  EXPECT_EQ(run({"zcount", "z", "(1", "+inf"}), integer(2));
}

TEST_F(ZSetRangeModel, ReverseRangesNameTheUpperEndFirst) {
  EXPECT_EQ(run({"zrevrangebyscore", "z", "3", "(1"}), bulks({"c", "b"}));
  EXPECT_EQ(run({"zrange", "z", "3", "(1", "byscore", "rev"}), bulks({"c", "b"}));
  EXPECT_EQ(run({"zrevrangebylex", "names", "+", "(a"}), bulks({"c", "b"}));
}

TEST_F(ZSetRangeModel, NamesLieBetweenMinusAndPlus) {
  EXPECT_EQ(run({"zrangebylex", "names", "-", "+"}), bulks({"a", "b", "c"}));
  EXPECT_EQ(run({"zrangebylex", "names", "[b", "(c"}), bulks({"b"}));
  EXPECT_EQ(run({"zrangebylex", "names", "+", "-"}), Reply::array());
  EXPECT_EQ(run({"zrangebylex", "names", "-", "-"}), Reply::array());
  EXPECT_EQ(run({"zlexcount", "names", "(a", "+"}), integer(2));
}

TEST_F(ZSetRangeModel, ByNameTheEndsOfTheSetDecideFirst) {
  run({"zadd", "mixed", "1", "b", "2", "c", "3", "a"});
  EXPECT_EQ(run({"zrangebylex", "mixed", "[b", "+"}), Reply::array());
  EXPECT_EQ(run({"zrangebylex", "mixed", "-", "(b"}), Reply::array());
  EXPECT_EQ(run({"zrangebylex", "mixed", "-", "[b"}), bulks({"b"}));
}

TEST_F(ZSetRangeModel, LimitSkipsAndStops) {
  EXPECT_EQ(run({"zrangebyscore", "z", "-inf", "inf", "limit", "1", "1"}), bulks({"b"}));
  EXPECT_EQ(run({"zrangebyscore", "z", "-inf", "inf", "limit", "1", "-7"}), bulks({"b", "c"}));
  const Bytes least = std::to_string(std::numeric_limits<int64_t>::min());
  EXPECT_EQ(run({"zrangebyscore", "z", "-inf", "inf", "limit", "1", least}), bulks({"b", "c"}));
  EXPECT_EQ(run({"zrangebyscore", "z", "-inf", "inf", "limit", "-1", "5"}), Reply::array());
  EXPECT_EQ(run({"zrangebyscore", "z", "-inf", "inf", "limit", "0", "0"}), Reply::array());
  EXPECT_EQ(run({"zrevrangebylex", "names", "+", "-", "limit", "2", "5"}), bulks({"a"}));
}

TEST_F(ZSetRangeModel, ScoresAreNestedWhereTheProtocolCan) {
  EXPECT_EQ(run({"zrange", "z", "0", "0", "withscores"}),
            Reply::array({Reply::bulk("a"), Reply::number(1)}));
  client_.protocol = 3;
  EXPECT_EQ(run({"zrange", "z", "0", "0", "withscores"}),
            Reply::array({Reply::array({Reply::bulk("a"), Reply::number(1)})}));
}

TEST_F(ZSetRangeModel, OptionsMustFitTheRange) {
  const Bytes limit =
      "(error) ERR syntax error, LIMIT is only supported in combination with either BYSCORE or "
      "BYLEX";
  EXPECT_EQ(show({"zrange", "z", "0", "-1", "limit", "0", "1"}), limit);
  EXPECT_EQ(show({"zrevrange", "z", "0", "-1", "limit", "0", "1"}), limit);
  EXPECT_EQ(run({"zrange", "z", "0", "0", "limit", "0", "-1"}), bulks({"a"}));
  EXPECT_EQ(show({"zrange", "z", "-", "+", "bylex", "withscores"}),
            "(error) ERR syntax error, WITHSCORES not supported in combination with BYLEX");
  EXPECT_EQ(show({"zrangebyscore", "z", "0", "1", "rev"}), "(error) ERR syntax error");
  EXPECT_EQ(show({"zrange", "z", "0", "1", "byscore", "bylex"}), "(error) ERR syntax error");
  EXPECT_EQ(show({"zrangestore", "d", "z", "0", "1", "withscores"}), "(error) ERR syntax error");
}

TEST_F(ZSetRangeModel, ReadsTheRangeBeforeTheType) {
  hold_string("s");
  EXPECT_EQ(show({"zrange", "s", "a", "b"}), "(error) ERR value is not an integer or out of range");
  EXPECT_EQ(show({"zcount", "s", "a", "b"}), "(error) ERR min or max is not a float");
  EXPECT_EQ(show({"zlexcount", "s", "a", "b"}),
            "(error) ERR min or max not valid string range item");
  EXPECT_EQ(show({"zlexcount", "s", "-", "+"}), kWrongType);
}

TEST_F(ZSetRangeModel, AStoredRangeOverwritesAndAnEmptyOneDeletes) {
  hold_string("d");
  EXPECT_EQ(run({"zrangestore", "d", "z", "(1", "inf", "byscore"}), integer(2));
  EXPECT_EQ(run({"zscore", "d", "c"}), Reply::number(3));
  EXPECT_TRUE(touches("d", {"zrangestore", "d", "none", "0", "-1"}));
  EXPECT_EQ(model_.databases()[0].entries().count("d"), 0u);
  EXPECT_FALSE(touches("d", {"zrangestore", "d", "none", "0", "-1"}));
}

TEST_F(ZSetRangeModel, RemovesRanges) {
  EXPECT_EQ(run({"zremrangebyrank", "z", "0", "0"}), integer(1));
  EXPECT_EQ(run({"zremrangebyscore", "z", "(2", "inf"}), integer(1));
  EXPECT_EQ(run({"zrange", "z", "0", "-1"}), bulks({"b"}));
  EXPECT_FALSE(touches("names", {"zremrangebylex", "names", "(c", "+"}));
  EXPECT_EQ(run({"zremrangebylex", "names", "-", "+"}), integer(3));
  EXPECT_EQ(model_.databases()[0].entries().count("names"), 0u);
}

}  // namespace
}  // namespace keemun::model
