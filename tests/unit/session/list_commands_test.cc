#include "redis_cli.h"

namespace keemun {
namespace {

using ListCommands = RedisCli;

TEST_F(ListCommands, PushAndPopAtBothEnds) {
  EXPECT_EQ(Run({"RPUSH", "l", "c", "d"}), "(integer) 2");
  EXPECT_EQ(Run({"lpush", "l", "b", "a"}), "(integer) 4");
  EXPECT_EQ(Run({"lrange", "l", "0", "-1"}), "1) \"a\"\n2) \"b\"\n3) \"c\"\n4) \"d\"");
  EXPECT_EQ(Run({"rpop", "l", "2"}), "1) \"d\"\n2) \"c\"");
  EXPECT_EQ(Run({"lpop", "l", "0"}), "(empty array)");
  EXPECT_EQ(Run({"lpop", "l", "9"}), "1) \"a\"\n2) \"b\"");
  EXPECT_EQ(Run({"lpop", "l"}), "(nil)");
  EXPECT_EQ(Run({"lpushx", "l", "a"}), "(integer) 0");
  EXPECT_EQ(Run({"sadd", "l", "now a set"}), "(integer) 1");
}

TEST_F(ListCommands, FindElementsFromEitherEnd) {
  Run({"rpush", "l", "a", "b", "a", "c", "a"});
  EXPECT_EQ(Run({"lpos", "l", "a", "rank", "-1"}), "(integer) 4");
  EXPECT_EQ(Run({"lpos", "l", "a", "rank", "2", "count", "0"}), "1) (integer) 2\n2) (integer) 4");
  EXPECT_EQ(Run({"lpos", "l", "c", "maxlen", "3"}), "(nil)");
  EXPECT_EQ(Run({"linsert", "l", "before", "c", "x"}), "(integer) 6");
  EXPECT_EQ(Run({"lrem", "l", "-2", "a"}), "(integer) 2");
  EXPECT_EQ(Run({"lrange", "l", "0", "-1"}), "1) \"a\"\n2) \"b\"\n3) \"x\"\n4) \"c\"");
}

TEST_F(ListCommands, RotateAListInPlaceAndKeepItsOnlyElement) {
  Run({"rpush", "l", "a", "b", "c"});
  EXPECT_EQ(Run({"rpoplpush", "l", "l"}), "\"c\"");
  EXPECT_EQ(Run({"lmove", "l", "l", "left", "left"}), "\"c\"");
  EXPECT_EQ(Run({"lrange", "l", "0", "-1"}), "1) \"c\"\n2) \"a\"\n3) \"b\"");
  Run({"ltrim", "l", "1", "1"});
  EXPECT_EQ(Run({"lmove", "l", "l", "left", "right"}), "\"a\"");
  EXPECT_EQ(Run({"llen", "l"}), "(integer) 1");
}

TEST_F(ListCommands, MoveTheLastElementToAnotherKey) {
  Run({"rpush", "l", "a"});
  Run({"sadd", "s", "x"});
  EXPECT_EQ(Run({"lmove", "none", "s", "left", "left"}), "(nil)");
  EXPECT_EQ(Run({"lmove", "l", "s", "left", "left"}),
            "(error) WRONGTYPE Operation against a key holding the wrong kind of value");
  EXPECT_EQ(Run({"lmove", "l", "m", "left", "left"}), "\"a\"");
  EXPECT_EQ(Run({"llen", "l"}), "(integer) 0");
  EXPECT_EQ(Run({"lmpop", "2", "l", "m", "right", "count", "5"}), "1) \"m\"\n2) 1) \"a\"");
  EXPECT_EQ(Run({"lmpop", "2", "l", "m", "right"}), "(nil)");
}

}  // namespace
}  // namespace keemun
