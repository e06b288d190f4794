// What a pop asks for that would wait, and what it looks at when it is run again. Who is served
// when is the server's: tests/integration/server/blocking_test.cc.
#include "redis_cli.h"

namespace keemun {
namespace {

using testing::ElementsAre;

class BlockingCommands : public RedisCli {
 protected:
  session::Waiting Wait(const std::vector<Bytes>& words) {
    session_.execute(commands::views_of(words));
    return session_.take_waiting().value();
  }
  Bytes Wake(session::Waiting waiting, const Bytes& key) {
    waiting.words[waiting.key_place] = key;
    return resp::to_transcript(session_.execute_woken(commands::views_of(waiting.words)));
  }
};

TEST_F(BlockingCommands, AskForAllOfTheirKeys) {
  EXPECT_THAT(Wait({"BLPOP", "a", "b", "0"}).keys, ElementsAre("a", "b"));
  EXPECT_THAT(Wait({"BZMPOP", "0", "2", "a", "b", "MIN"}).keys, ElementsAre("a", "b"));
  EXPECT_THAT(Wait({"BLMOVE", "a", "b", "LEFT", "LEFT", "1.5"}).keys, ElementsAre("a"));
  EXPECT_EQ(Wait({"BRPOPLPUSH", "a", "b", "1.5"}).timeout_ms, 1500);
}

TEST_F(BlockingCommands, AreRunAgainForOneKey) {
  Run({"rpush", "a", "1", "2", "3"});
  Run({"zadd", "z", "1", "m", "2", "n"});
  EXPECT_EQ(Wake(Wait({"BRPOP", "b", "c", "0"}), "a"), "1) \"a\"\n2) \"3\"");
  EXPECT_EQ(Wake(Wait({"BLMPOP", "0", "2", "b", "c", "LEFT", "COUNT", "5"}), "a"),
            "1) \"a\"\n2) 1) \"1\"\n   2) \"2\"");
  EXPECT_EQ(Wake(Wait({"BZPOPMAX", "b", "c", "0"}), "z"), "1) \"z\"\n2) \"n\"\n3) (double) 2");
  EXPECT_EQ(Wake(Wait({"BZMPOP", "0", "2", "b", "c", "MIN"}), "z"),
            "1) \"z\"\n2) 1) 1) \"m\"\n      2) (double) 1");
}

TEST_F(BlockingCommands, FindNothingInKeysOfAnotherType) {
  const session::Waiting lists = Wait({"BLPOP", "a", "b", "0"});
  const session::Waiting zsets = Wait({"BZMPOP", "0", "2", "a", "b", "MAX"});
  Run({"set", "b", "v"});
  for (const session::Waiting& waiting : {lists, zsets}) {
    EXPECT_EQ(Wake(waiting, "b"), "(nil)");
    EXPECT_THAT(session_.take_waiting().value().keys, ElementsAre("b"));
  }
}

// A client may wait for very many keys, and all of them may change.
TEST_F(BlockingCommands, LookAtOneKeyOnlyWhenTheyAreRunAgain) {
  for (const char* pop : {"BLPOP", "BZPOPMIN"}) {
    std::vector<Bytes> words = {pop};
    for (int i = 0; i < 1000; ++i) words.push_back("key:" + std::to_string(i));
    words.push_back("0");
    const session::Waiting waiting = Wait(words);
    kv_.reset_counts();
    EXPECT_EQ(Wake(waiting, "key:500"), "(nil)");
    EXPECT_LE(kv_.counts().gets, 2);
    EXPECT_THAT(session_.take_waiting().value().keys, ElementsAre("key:500"));
  }
}

}  // namespace
}  // namespace keemun
