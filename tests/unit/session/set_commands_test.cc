#include "redis_cli.h"

namespace keemun {
namespace {

session::CoreSettings BlindSettings() {
  session::CoreSettings settings;
  settings.databases.emplace_back(format::LayoutKind::kPlain, "a");
  settings.encodings.set = format::Encoding::kSetBlind;
  return settings;
}

using SetCommands = RedisCli;

class BlindSetCommands : public RedisCli {
 protected:
  BlindSetCommands() : RedisCli(BlindSettings()) {}
};

TEST_F(SetCommands, CountOnlyMembersThatAreNew) {
  EXPECT_EQ(Run({"SADD", "s", "a", "b", "a"}), "(integer) 2");
  EXPECT_EQ(Run({"sadd", "s", "b", "c"}), "(integer) 1");
  EXPECT_EQ(Run({"scard", "s"}), "(integer) 3");
  EXPECT_EQ(Run({"smembers", "s"}), "1~ \"a\"\n2~ \"b\"\n3~ \"c\"");
  EXPECT_EQ(Run({"smismember", "s", "c", "x", "c"}),
            "1) (integer) 1\n2) (integer) 0\n3) (integer) 1");
}

TEST_F(SetCommands, DropTheKeyWithItsLastMember) {
  Run({"sadd", "s", "a", "b"});
  EXPECT_EQ(Run({"srem", "s", "a", "a", "x"}), "(integer) 1");
  EXPECT_EQ(Run({"srem", "s", "b"}), "(integer) 1");
  EXPECT_EQ(Run({"lpush", "s", "now a list"}), "(integer) 1");
}

TEST_F(BlindSetCommands, CountWhatTheyAreGivenAndKeepTheStateExact) {
  EXPECT_EQ(Run({"sadd", "s", "a", "b", "a"}), "(integer) 2");
  EXPECT_EQ(Run({"sadd", "s", "b", "c"}), "(integer) 2");
  EXPECT_EQ(Run({"scard", "s"}), "(integer) 3");
  EXPECT_EQ(Run({"srem", "s", "a", "x", "a"}), "(integer) 2");
  EXPECT_EQ(Run({"smembers", "s"}), "1~ \"b\"\n2~ \"c\"");
  EXPECT_EQ(Run({"srem", "s", "b", "c"}), "(integer) 2");
  EXPECT_EQ(Run({"lpush", "s", "now a list"}), "(integer) 1");
}

TEST_F(BlindSetCommands, MoveExactly) {
  Run({"sadd", "s", "a", "b"});
  Run({"sadd", "t", "a"});
  EXPECT_EQ(Run({"smove", "s", "t", "x"}), "(integer) 0");
  EXPECT_EQ(Run({"smove", "s", "t", "a"}), "(integer) 1");
  EXPECT_EQ(Run({"smove", "s", "s", "b"}), "(integer) 1");
  EXPECT_EQ(Run({"smove", "s", "t", "b"}), "(integer) 1");
  EXPECT_EQ(Run({"scard", "s"}), "(integer) 0");
  EXPECT_EQ(Run({"smembers", "t"}), "1~ \"a\"\n2~ \"b\"");
}

TEST_F(SetCommands, CheckTheTypeOfTheDestinationOfAMoveOnlyWhereThereIsASource) {
  Run({"rpush", "l", "a"});
  EXPECT_EQ(Run({"smove", "none", "l", "a"}), "(integer) 0");
  Run({"sadd", "s", "a"});
  EXPECT_EQ(Run({"smove", "s", "l", "x"}),
            "(error) WRONGTYPE Operation against a key holding the wrong kind of value");
}

// As Redis keeps a small one of these alone.
TEST_F(SetCommands, AnswerFewIntegersInTheirOrder) {
  Run({"sadd", "s", "10", "2", "-3", "1"});
  Run({"sadd", "t", "10", "9", "-3"});
  EXPECT_EQ(Run({"smembers", "s"}), "1~ \"-3\"\n2~ \"1\"\n3~ \"2\"\n4~ \"10\"");
  EXPECT_EQ(Run({"sunion", "s", "t"}), "1~ \"-3\"\n2~ \"1\"\n3~ \"2\"\n4~ \"9\"\n5~ \"10\"");
  EXPECT_EQ(Run({"sinter", "s", "t"}), "1~ \"-3\"\n2~ \"10\"");
  EXPECT_EQ(Run({"sscan", "t", "0"}), "1) \"0\"\n2) 1) \"-3\"\n   2) \"9\"\n   3) \"10\"");
  EXPECT_EQ(Run({"sort", "s", "BY", "nosort", "LIMIT", "1", "2"}), "1) \"1\"\n2) \"2\"");
  EXPECT_EQ(Run({"srandmember", "t", "3"}), "1) \"-3\"\n2) \"9\"\n3) \"10\"");
  EXPECT_EQ(Run({"srandmember", "t", "30"}), "1) \"-3\"\n2) \"9\"\n3) \"10\"");
  EXPECT_EQ(Run({"spop", "t", "4"}), "1~ \"-3\"\n2~ \"9\"\n3~ \"10\"");
  Run({"sadd", "s", "x"});
  EXPECT_EQ(Run({"smembers", "s"}), "1~ \"-3\"\n2~ \"1\"\n3~ \"10\"\n4~ \"2\"\n5~ \"x\"");
}

TEST_F(SetCommands, CombineSetsLongerThanAPage) {
  for (int i = 0; i < 600; ++i) {
    Run({"sadd", "even", std::to_string(2 * i)});
    Run({"sadd", "third", std::to_string(3 * i)});
  }
  EXPECT_EQ(Run({"sinterstore", "d", "even", "third"}), "(integer) 200");
  EXPECT_EQ(Run({"sintercard", "2", "even", "third", "limit", "70"}), "(integer) 70");
  EXPECT_EQ(Run({"sunionstore", "d", "even", "third"}), "(integer) 1000");
  EXPECT_EQ(Run({"scard", "d"}), "(integer) 1000");
  EXPECT_EQ(Run({"sdiffstore", "d", "even", "third"}), "(integer) 400");
  EXPECT_EQ(Run({"sdiff", "even", "third", "even"}), "(empty set)");
}

// So many others that are so small are read rather than asked.
TEST_F(SetCommands, TakeManySmallSetsFromALargeOne) {
  for (int i = 0; i < 600; ++i) Run({"sadd", "large", std::to_string(i)});
  std::vector<Bytes> words = {"sdiffstore", "d", "large"};
  for (int i = 0; i < 20; ++i) {
    const Bytes name = "small" + std::to_string(i);
    Run({"sadd", name, std::to_string(2 * i), std::to_string(2 * i + 2), "none"});
    words.push_back(name);
  }
  EXPECT_EQ(Run(commands::views_of(words)), "(integer) 579");
  EXPECT_EQ(Run({"sismember", "d", "40"}), "(integer) 0");
  EXPECT_EQ(Run({"sismember", "d", "41"}), "(integer) 1");
  words[0] = "sunionstore";
  words.erase(words.begin() + 2);
  EXPECT_EQ(Run(commands::views_of(words)), "(integer) 22");
  EXPECT_EQ(Run({"sdiff", "large", "large", "small1"}), "(empty set)");
}

TEST_F(SetCommands, OverwriteADestinationThatIsASourceToo) {
  Run({"sadd", "s", "a", "b", "c"});
  Run({"sadd", "t", "b", "c", "d"});
  EXPECT_EQ(Run({"sinterstore", "s", "s", "t"}), "(integer) 2");
  EXPECT_EQ(Run({"smembers", "s"}), "1~ \"b\"\n2~ \"c\"");
  EXPECT_EQ(Run({"sdiffstore", "t", "t", "s"}), "(integer) 1");
  EXPECT_EQ(Run({"smembers", "t"}), "1~ \"d\"");
  EXPECT_EQ(Run({"sdiffstore", "t", "t", "t"}), "(integer) 0");
  EXPECT_EQ(Run({"scard", "t"}), "(integer) 0");
}

TEST_F(SetCommands, WalkOverTheSmallestSetOnly) {
  for (int i = 0; i < 2000; ++i) Run({"sadd", "big", std::to_string(i)});
  Run({"sadd", "small", "7", "x"});
  kv_.reset_counts();
  EXPECT_EQ(Run({"sinter", "big", "small"}), "1~ \"7\"");
  EXPECT_LE(kv_.counts().scanned_rows, 2);
  EXPECT_LE(kv_.counts().gets, 4);
}

TEST_F(BlindSetCommands, WalkOverASmallSetOnlyThoughNoSizeIsKnown) {
  for (int i = 0; i < 2000; ++i) Run({"sadd", "big", std::to_string(i)});
  Run({"sadd", "small", "7", "x"});
  kv_.reset_counts();
  EXPECT_EQ(Run({"sinter", "big", "small"}), "1~ \"7\"");
  EXPECT_LE(kv_.counts().scanned_rows, 300);
  EXPECT_LE(kv_.counts().gets, 4);
}

}  // namespace
}  // namespace keemun
