#include "model/judge.h"

#include "session.h"

namespace keemun::model {
namespace {

Reply bulk(BytesView text) {
  return Reply::bulk(Bytes(text));
}

TEST(SameReply, KeepsTheOrderOfAnArray) {
  EXPECT_TRUE(same_reply(bulks({"a", "b"}), bulks({"a", "b"})));
  EXPECT_FALSE(same_reply(bulks({"a", "b"}), bulks({"b", "a"})));
  EXPECT_FALSE(same_reply(bulks({"a", "b"}), bulks({"a"})));
}

TEST(SameReply, ReadsKindsOfResp3FromResp2) {
  EXPECT_TRUE(same_reply(Reply::number(1.5), bulk("1.5")));
  EXPECT_TRUE(same_reply(Reply::boolean(true), integer(1)));
  EXPECT_FALSE(same_reply(bulk("1.5"), Reply::number(1.5)));
  EXPECT_FALSE(same_reply(Reply::status("a"), bulk("a")));
}

TEST(SameReply, ReadsANumberThatIsWrittenInAnotherWay) {
  const Reply expected = Reply::number_written("0.00000268220901489");
  EXPECT_TRUE(same_reply(expected, bulk("0.00000268220901489")));
  EXPECT_TRUE(same_reply(expected, Reply::number(0.00000268220901489)));
  EXPECT_FALSE(same_reply(expected, Reply::number(0.0000026822090148)));
  EXPECT_FALSE(same_reply(expected, bulk("2.68220901489e-06")));
}

TEST(SameReply, GivesMapsAndSetsNoOrder) {
  const Reply map = Reply::map({bulk("a"), bulk("1"), bulk("b"), bulk("2")});
  EXPECT_TRUE(same_reply(map, Reply::map({bulk("b"), bulk("2"), bulk("a"), bulk("1")})));
  EXPECT_TRUE(same_reply(map, bulks({"b", "2", "a", "1"})));
  EXPECT_FALSE(same_reply(map, bulks({"b", "1", "a", "2"})));
  EXPECT_FALSE(same_reply(map, bulks({"a", "1"})));
  EXPECT_TRUE(same_reply(Reply::set({bulk("a"), bulk("b")}), bulks({"b", "a"})));
  EXPECT_FALSE(same_reply(Reply::set({bulk("a"), bulk("b")}), bulks({"b", "b"})));
}

TEST(SameReply, TakesTheOneNullOfResp3ForEither) {
  EXPECT_TRUE(same_reply(Reply::null_array(), Reply::null()));
  EXPECT_FALSE(same_reply(Reply::null(), Reply::null_array()));
  EXPECT_FALSE(same_reply(Reply::null_array(), Reply::array()));
  const auto map_of = [](Reply value) { return Reply::map({bulk("a"), std::move(value)}); };
  EXPECT_TRUE(same_reply(map_of(Reply::null_array()), map_of(Reply::null())));
  EXPECT_FALSE(same_reply(map_of(Reply::null_array()), map_of(bulk(""))));
}

TEST(SameReply, ComparesAnyOrderAsMultisets) {
  EXPECT_TRUE(same_reply(bulks({"a", "b", "b"}), bulks({"b", "a", "b"}), Order::kAnyOrder));
  EXPECT_FALSE(same_reply(bulks({"a", "b", "b"}), bulks({"b", "a", "a"}), Order::kAnyOrder));
  EXPECT_FALSE(same_reply(bulks({"ab", ""}), bulks({"a", "b"}), Order::kAnyOrder));
  EXPECT_TRUE(
      same_reply(bulks({"a", "1", "b", "2"}), bulks({"b", "2", "a", "1"}), Order::kAnyOrderPairs));
  EXPECT_FALSE(
      same_reply(bulks({"a", "1", "b", "2"}), bulks({"1", "a", "2", "b"}), Order::kAnyOrderPairs));
}

TEST(SameReply, AllowsAScanToRepeatButNotToInvent) {
  const auto scanned = [](const Reply& items) { return Reply::array({bulk("0"), items}); };
  EXPECT_TRUE(
      same_reply(scanned(bulks({"a", "b"})), scanned(bulks({"b", "a", "b"})), Order::kScan));
  EXPECT_FALSE(same_reply(scanned(bulks({"a", "b"})), scanned(bulks({"a"})), Order::kScan));
  EXPECT_FALSE(same_reply(scanned(bulks({"a"})), scanned(bulks({"a", "c"})), Order::kScan));
}

TEST(SameReply, AllowsClocksToDifferByTheSlack) {
  EXPECT_TRUE(same_reply(integer(1000), integer(1020), Order::kTime, 20));
  EXPECT_FALSE(same_reply(integer(1000), integer(1021), Order::kTime, 20));
  EXPECT_TRUE(same_reply(integer(10), integer(11), Order::kTimeSeconds, 1000));
  EXPECT_FALSE(same_reply(integer(10), integer(11), Order::kTimeSeconds, 999));
  EXPECT_FALSE(same_reply(integer(-1), integer(-2), Order::kTime, 20));
  EXPECT_FALSE(same_reply(integer(0), integer(-1), Order::kTime, 20));
  EXPECT_TRUE(same_reply(bulks({"10", "999000"}), bulks({"11", "1000"}), Order::kClock, 2));
  EXPECT_FALSE(same_reply(bulks({"10", "999000"}), bulks({"11", "9000"}), Order::kClock, 2));
}

class JudgeModel : public Session {};

TEST_F(JudgeModel, JudgesEachReplyOfATransactionByItsOwnCommand) {
  run({"sadd", "s", "a", "b"});
  run({"rpush", "l", "a", "b"});
  const auto judged = [this](const Reply& members, const Reply& items) {
    run({"multi"});
    run({"smembers", "s"});
    run({"lrange", "l", "0", "-1"});
    return judge({"exec"}, Reply::array({members, items}));
  };
  EXPECT_TRUE(judged(bulks({"b", "a"}), bulks({"a", "b"})));
  EXPECT_FALSE(judged(bulks({"b", "a"}), bulks({"b", "a"})));
}

TEST_F(JudgeModel, TakesOtherSecondsOnlyWhereTheSlackOfClocksReachesThem) {
  model_.set_clock_slack(100);
  run({"set", "k", "v", "px", "10000"});
  EXPECT_TRUE(judge({"ttl", "k"}, integer(10)));
  EXPECT_FALSE(judge({"ttl", "k"}, integer(9)));
  EXPECT_FALSE(judge({"ttl", "k"}, integer(11)));
  EXPECT_TRUE(judge({"pttl", "k"}, integer(9'900)));
  EXPECT_FALSE(judge({"pttl", "k"}, integer(9'899)));
  run({"pexpire", "k", "10400"});  // 10,500 is eleven
  EXPECT_TRUE(judge({"ttl", "k"}, integer(10)));
  EXPECT_TRUE(judge({"ttl", "k"}, integer(11)));
  EXPECT_FALSE(judge({"ttl", "k"}, integer(9)));
  run({"pexpireat", "k", "9999999999499"});
  EXPECT_TRUE(judge({"expiretime", "k"}, integer(9'999'999'999)));
  EXPECT_TRUE(judge({"expiretime", "k"}, integer(10'000'000'000)));
  EXPECT_FALSE(judge({"expiretime", "k"}, integer(9'999'999'998)));
  run({"multi"});
  run({"ttl", "k"});
  EXPECT_FALSE(judge({"exec"}, Reply::array({integer(3)})));
}

TEST_F(JudgeModel, TakesARandomKeyOverOnlyWhenItIsThere) {
  EXPECT_TRUE(judge({"randomkey"}, Reply::null()));
  run({"mset", "a", "1", "b", "2"});
  EXPECT_TRUE(judge({"randomkey"}, bulk("b")));
  EXPECT_FALSE(judge({"randomkey"}, bulk("c")));
  EXPECT_FALSE(judge({"randomkey"}, Reply::null()));
}

TEST_F(JudgeModel, CountsExpiredKeysOnlyWhileTheyMayStillBeThere) {
  run({"mset", "a", "1", "b", "2"});
  run({"pexpire", "a", "10"});
  now_ms_ += 11;
  EXPECT_TRUE(judge({"dbsize"}, integer(2)));
  EXPECT_TRUE(judge({"dbsize"}, integer(1)));
  EXPECT_FALSE(judge({"dbsize"}, integer(3)));
  EXPECT_EQ(run({"exists", "a"}), integer(0));
  EXPECT_FALSE(judge({"dbsize"}, integer(2)));
}

TEST_F(JudgeModel, TakesOnePageOfAScanOver) {
  run({"mset", "a", "1", "b", "2"});
  EXPECT_TRUE(judge({"scan", "0"}, Reply::array({bulk("7"), bulks({"b"})})));
  EXPECT_FALSE(judge({"scan", "0"}, Reply::array({bulk("7"), bulks({"c"})})));
  EXPECT_FALSE(judge({"scan", "0"}, Reply::array({bulk("0"), bulks({"b"})})));
  EXPECT_FALSE(judge({"scan", "0"}, Reply::array({Reply::integer(7), bulks({"b"})})));
  EXPECT_FALSE(judge({"scan", "0"}, Reply::array({Reply::null(), bulks({"b"})})));
  EXPECT_FALSE(judge({"scan", "0"}, Reply::array({bulk("abc"), bulks({"b"})})));
  EXPECT_TRUE(judge({"scan", "7"}, Reply::array({bulk("0"), bulks({"b"})})));
}

TEST_F(JudgeModel, RestoresAPayloadThatItSawDumpedElsewhere) {
  run({"rpush", "l", "a", "b"});
  EXPECT_TRUE(judge({"dump", "l"}, bulk("opaque")));
  EXPECT_FALSE(judge({"dump", "none"}, bulk("opaque")));
  EXPECT_EQ(run({"restore", "copy", "0", "opaque"}), Reply::ok());
  EXPECT_EQ(run({"lrange", "copy", "0", "-1"}), bulks({"a", "b"}));
}

TEST_F(JudgeModel, LeavesMemoryEncodingsToTheServer) {
  run({"set", "k", "1"});
  EXPECT_TRUE(judge({"object", "encoding", "k"}, bulk("embstr")));
  EXPECT_FALSE(judge({"object", "encoding", "none"}, bulk("embstr")));
  EXPECT_TRUE(judge({"object", "idletime", "k"}, integer(17)));
  EXPECT_FALSE(judge({"object", "idletime", "k"}, integer(-1)));
}

TEST_F(JudgeModel, LetsTheServerKnowMoreCommands) {
  const Reply about_get =
      Reply::array({bulk("get"), integer(2), Reply::array(), integer(1), integer(1), integer(1)});
  EXPECT_TRUE(judge({"command", "info", "get"}, Reply::array({about_get})));
  EXPECT_FALSE(judge({"command", "info", "strlen"}, Reply::array({about_get})));
  EXPECT_FALSE(judge({"command", "info", "get"}, Reply::array({Reply::null()})));
  EXPECT_TRUE(judge({"command", "info", "subscribe"}, Reply::array({Reply::null()})));
  EXPECT_TRUE(judge({"command", "count"}, integer(240)));
}

}  // namespace
}  // namespace keemun::model
