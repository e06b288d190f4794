// Clients that wait for keys: who is served, in which order, and what ends a wait.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "waiting_clients.h"

namespace keemun {
namespace {

class Waiting : public WaitingClients {};

TEST_F(Waiting, AreServedInTheOrderInWhichTheyCame) {
  RawClient first = Connect();
  RawClient second = Connect();
  RawClient pusher = Connect();
  first.send_request({"BLPOP", "a", "b", "0"});
  Await(pusher, 1);
  second.send_request({"BLPOP", "b", "0"});
  Await(pusher, 2);
  EXPECT_EQ(pusher.ask({"RPUSH", "b", "1", "2", "3"}), "(integer) 3");
  EXPECT_EQ(Told(first), "1) \"b\"\n2) \"1\"");
  EXPECT_EQ(Told(second), "1) \"b\"\n2) \"2\"");
  EXPECT_EQ(pusher.ask({"LRANGE", "b", "0", "-1"}), "1) \"3\"");
}

TEST_F(Waiting, GoOnWithWhatTheySentMeanwhile) {
  RawClient client = Connect();
  RawClient pusher = Connect();
  client.send("BRPOP l 0\r\nPING\r\n");
  Await(pusher, 1);
  client.send("ECHO later\r\n");
  pusher.ask({"LPUSH", "l", "x"});
  EXPECT_EQ(Told(client), "1) \"l\"\n2) \"x\"");
  EXPECT_EQ(Told(client), "PONG");
  EXPECT_EQ(Told(client), "\"later\"");
}

TEST_F(Waiting, EndsWithTheirTime) {
  RawClient client = Connect();
  EXPECT_EQ(client.ask({"BLPOP", "l", "0.01"}), "(nil)");
  EXPECT_EQ(client.ask({"BLMOVE", "l", "m", "LEFT", "RIGHT", "0.01"}), "(nil)");
  EXPECT_EQ(client.ask({"BZPOPMIN", "z", "0.01"}), "(nil)");
  EXPECT_EQ(client.ask({"BLPOP", "l", "-1"}), "(error) ERR timeout is negative");
  EXPECT_EQ(client.ask({"BLMPOP", "0", "0", "l", "LEFT"}),
            "(error) ERR numkeys should be greater than 0");
}

TEST_F(Waiting, EndsWithTheNullOfAnArray) {
  RawClient client = Connect();
  ASSERT_TRUE(client.send("BLMOVE l m LEFT RIGHT 0.01\r\nBRPOPLPUSH l m 0.01\r\nQUIT\r\n"));
  EXPECT_EQ(client.read_all(), "*-1\r\n*-1\r\n+OK\r\n");
}

TEST_F(Waiting, PassOnWhatTheyMove) {
  RawClient mover = Connect();
  RawClient popper = Connect();
  RawClient pusher = Connect();
  popper.send_request({"BLPOP", "m", "0"});
  Await(pusher, 1);
  mover.send_request({"BLMOVE", "l", "m", "LEFT", "RIGHT", "0"});
  Await(pusher, 2);
  pusher.ask({"RPUSH", "l", "x"});
  EXPECT_EQ(Told(mover), "\"x\"");
  EXPECT_EQ(Told(popper), "1) \"m\"\n2) \"x\"");
}

TEST_F(Waiting, ForReplicasIsInVain) {
  RawClient waiter = Connect();
  RawClient other = Connect();
  const Bytes id = waiter.ask({"CLIENT", "ID"}).substr(BytesView("(integer) ").size());
  EXPECT_EQ(waiter.ask({"WAIT", "1", "10"}), "(integer) 0");
  waiter.send_request({"WAIT", "1", "0"});
  Await(other, 1);
  EXPECT_EQ(other.ask({"SWAPDB", "0", "1"}), "OK");
  EXPECT_NE(other.ask({"INFO", "clients"}).find("blocked_clients:1"), Bytes::npos);
  EXPECT_EQ(other.ask({"CLIENT", "UNBLOCK", id}), "(integer) 1");
  EXPECT_EQ(Told(waiter), "(integer) 0");
  EXPECT_EQ(waiter.ask({"MULTI"}), "OK");
  EXPECT_EQ(waiter.ask({"WAIT", "1", "0"}), "QUEUED");
  EXPECT_EQ(waiter.ask({"EXEC"}), "1) (integer) 0");
  EXPECT_EQ(waiter.ask({"PING"}), "PONG");
}

TEST_F(Waiting, PassOverKeysOfAnotherType) {
  RawClient popper = Connect();
  RawClient many = Connect();
  RawClient zset = Connect();
  RawClient mover = Connect();
  RawClient pusher = Connect();
  popper.send_request({"BLPOP", "a", "b", "0"});
  Await(pusher, 1);
  many.send_request({"BLMPOP", "0", "2", "a", "c", "LEFT", "COUNT", "2"});
  Await(pusher, 2);
  zset.send_request({"BZMPOP", "0", "1", "a", "MIN"});
  Await(pusher, 3);
  mover.send_request({"BLMOVE", "a", "d", "LEFT", "LEFT", "0"});
  Await(pusher, 4);
  EXPECT_EQ(pusher.ask({"SET", "a", "string"}), "OK");
  EXPECT_EQ(pusher.ask({"RPUSH", "b", "1"}), "(integer) 1");
  EXPECT_EQ(Told(popper), "1) \"b\"\n2) \"1\"");
  EXPECT_EQ(pusher.ask({"RPUSH", "c", "1", "2", "3"}), "(integer) 3");
  EXPECT_EQ(Told(many), "1) \"c\"\n2) 1) \"1\"\n   2) \"2\"");
  EXPECT_EQ(pusher.ask({"DEL", "a"}), "(integer) 1");
  EXPECT_EQ(pusher.ask({"ZADD", "a", "1", "m"}), "(integer) 1");
  EXPECT_EQ(Told(zset), "1) \"a\"\n2) 1) 1) \"m\"\n      2) \"1\"");
  EXPECT_EQ(pusher.ask({"RPUSH", "a", "x"}), "(integer) 1");
  EXPECT_EQ(Told(mover), "\"x\"");
}

TEST_F(Waiting, AreNotServedByWhatTakesThePlaceOfAnotherValue) {
  RawClient popper = Connect();
  RawClient mover = Connect();
  RawClient pusher = Connect();
  popper.send_request({"BZPOPMIN", "c", "0"});
  Await(pusher, 1);
  mover.send_request({"BLPOP", "c", "0"});
  Await(pusher, 2);
  pusher.ask({"ZADD", "z", "1", "m"});
  pusher.ask({"GEOADD", "g", "1", "1", "m"});
  const std::vector<std::vector<Bytes>> stores = {
      {"ZUNIONSTORE", "c", "1", "z"},
      {"ZINTERSTORE", "c", "1", "z"},
      {"ZDIFFSTORE", "c", "1", "z"},
      {"ZRANGESTORE", "c", "z", "0", "-1"},
      {"GEOSEARCHSTORE", "c", "g", "FROMMEMBER", "m", "BYRADIUS", "1", "m"},
      {"GEORADIUS", "g", "1", "1", "1", "km", "STORE", "c"},
      {"SORT", "z", "ALPHA", "STORE", "c"}};
  for (const auto& store : stores) {
    EXPECT_EQ(pusher.ask({"SET", "c", "v"}), "OK");
    EXPECT_EQ(pusher.ask(store), "(integer) 1");
    EXPECT_EQ(pusher.ask({"DEL", "c"}), "(integer) 1") << store[0];
  }
  EXPECT_EQ(pusher.ask(stores[0]), "(integer) 1");
  EXPECT_EQ(Told(popper), "1) \"c\"\n2) \"m\"\n3) \"1\"");
  EXPECT_EQ(pusher.ask(stores.back()), "(integer) 1");
  EXPECT_EQ(Told(mover), "1) \"c\"\n2) \"m\"");
}

TEST_F(Waiting, AreServedByWhatIsMovedOverAnotherValue) {
  RawClient popper = Connect();
  RawClient pusher = Connect();
  popper.send_request({"BZPOPMIN", "d", "0"});
  Await(pusher, 1);
  EXPECT_EQ(pusher.ask({"SET", "d", "v"}), "OK");
  pusher.ask({"ZADD", "z", "1", "m"});
  EXPECT_EQ(pusher.ask({"COPY", "z", "d", "REPLACE"}), "(integer) 1");
  EXPECT_EQ(Told(popper), "1) \"d\"\n2) \"m\"\n3) \"1\"");
}

// Redis looks at what a transaction adds, and not at what it changes behind that.
TEST_F(Waiting, AreServedFirstFromWhatATransactionAddedFirst) {
  RawClient popper = Connect();
  RawClient pusher = Connect();
  popper.send_request({"BLPOP", "a", "b", "0"});
  Await(pusher, 1);
  for (const auto& request : std::vector<std::vector<Bytes>>{{"MULTI"},
                                                             {"SET", "a", "v"},
                                                             {"RPUSH", "b", "2"},
                                                             {"DEL", "a"},
                                                             {"RPUSH", "a", "1"},
                                                             {"EXEC"}}) {
    pusher.ask(request);
  }
  EXPECT_EQ(Told(popper), "1) \"b\"\n2) \"2\"");
}

TEST_F(Waiting, AreToldThatTheDestinationIsOfAnotherType) {
  RawClient mover = Connect();
  RawClient pusher = Connect();
  EXPECT_EQ(pusher.ask({"SET", "d", "string"}), "OK");
  mover.send_request({"BRPOPLPUSH", "l", "d", "0"});
  Await(pusher, 1);
  EXPECT_EQ(pusher.ask({"RPUSH", "l", "x"}), "(integer) 1");
  EXPECT_EQ(Told(mover),
            "(error) WRONGTYPE Operation against a key holding the wrong kind of value");
  EXPECT_EQ(pusher.ask({"LRANGE", "l", "0", "-1"}), "1) \"x\"");
}

TEST_F(Waiting, AreServedWhenDatabasesChangePlaces) {
  RawClient popper = Connect();
  RawClient pusher = Connect();
  popper.send_request({"BLPOP", "l", "0"});
  Await(pusher, 1);
  EXPECT_EQ(pusher.ask({"SELECT", "1"}), "OK");
  EXPECT_EQ(pusher.ask({"RPUSH", "l", "x"}), "(integer) 1");
  EXPECT_EQ(pusher.ask({"SWAPDB", "0", "1"}), "OK");
  EXPECT_EQ(Told(popper), "1) \"l\"\n2) \"x\"");
}

TEST_F(Waiting, ForVeryManyKeysHoldNobodyUp) {
  constexpr int kKeys = 100'000;
  std::vector<Bytes> pop = {"BLPOP"};
  std::vector<Bytes> set = {"MSET"};
  for (int i = 0; i < kKeys; ++i) {
    pop.push_back("key:" + std::to_string(i));
    set.insert(set.end(), {pop.back(), "v"});
  }
  std::vector<Bytes> erase = pop;
  erase[0] = "DEL";
  pop.push_back("0");
  RawClient popper = Connect();
  RawClient pusher = Connect();
  popper.send_request(pop);
  Await(pusher, 1);
  EXPECT_EQ(pusher.ask({"SWAPDB", "0", "1"}), "OK");
  pusher.send_request(set);
  EXPECT_EQ(Told(pusher), "OK");
  pusher.send_request(erase);
  EXPECT_EQ(Told(pusher), "(integer) 100000");
  EXPECT_EQ(pusher.ask({"RPUSH", "key:77777", "x"}), "(integer) 1");
  EXPECT_EQ(Told(popper), "1) \"key:77777\"\n2) \"x\"");
}

TEST_F(Waiting, AreServedByTransactionsAsAWhole) {
  RawClient client = Connect();
  RawClient pusher = Connect();
  client.send_request({"BZPOPMAX", "z", "0"});
  Await(pusher, 1);
  pusher.ask({"MULTI"});
  pusher.ask({"ZADD", "z", "1", "a"});
  pusher.ask({"ZADD", "z", "2", "b"});
  pusher.ask({"EXEC"});
  EXPECT_EQ(Told(client), "1) \"z\"\n2) \"b\"\n3) \"2\"");
}

TEST_F(Waiting, TakeFromTheKeyThatWasFilledFirst) {
  RawClient popper = Connect();
  RawClient pusher = Connect();
  for (const char* pop : {"BLPOP a b 0", "BLMPOP 0 2 a b LEFT"}) {
    ASSERT_TRUE(popper.send(Bytes(pop) + "\r\n"));
    Await(pusher, 1);
    pusher.ask({"MULTI"});
    pusher.ask({"RPUSH", "b", "x"});
    pusher.ask({"RPUSH", "a", "y"});
    pusher.ask({"EXEC"});
    EXPECT_THAT(Told(popper), testing::HasSubstr("\"b\"")) << pop;
    EXPECT_EQ(pusher.ask({"LPOP", "a"}), "\"y\"");
  }
}

TEST_F(Waiting, TakeNoNoticeOfOtherTypes) {
  RawClient client = Connect();
  RawClient writer = Connect();
  client.send_request({"BLPOP", "k", "0"});
  Await(writer, 1);
  writer.ask({"SET", "k", "v"});
  writer.ask({"DEL", "k"});
  Await(writer, 1);
  writer.ask({"RPUSH", "k", "x"});
  EXPECT_EQ(Told(client), "1) \"k\"\n2) \"x\"");
}

TEST_F(Waiting, AreLetGoByOthers) {
  RawClient client = Connect();
  RawClient other = Connect();
  client.send_request({"CLIENT", "ID"});
  const Bytes id = std::to_string(client.read()->integer());
  client.send_request({"BLPOP", "k", "0"});
  Await(other, 1);
  EXPECT_EQ(other.ask({"CLIENT", "UNBLOCK", id}), "(integer) 1");
  EXPECT_EQ(Told(client), "(nil)");
  client.send_request({"BLPOP", "k", "0"});
  Await(other, 1);
  EXPECT_EQ(other.ask({"CLIENT", "UNBLOCK", id, "ERROR"}), "(integer) 1");
  EXPECT_EQ(Told(client), "(error) UNBLOCKED client unblocked via CLIENT UNBLOCK");
  EXPECT_EQ(other.ask({"CLIENT", "UNBLOCK", id}), "(integer) 0");
  // Nor twice within one transaction, at whose end it is told.
  client.send_request({"BLPOP", "k", "0"});
  Await(other, 1);
  other.ask({"MULTI"});
  other.ask({"CLIENT", "UNBLOCK", id});
  other.ask({"CLIENT", "UNBLOCK", id});
  EXPECT_EQ(other.ask({"EXEC"}), "1) (integer) 1\n2) (integer) 0");
  EXPECT_EQ(Told(client), "(nil)");
}

TEST_F(Waiting, ThatLeaveTakeNothing) {
  RawClient pusher = Connect();
  {
    RawClient client = Connect();
    client.send_request({"BLPOP", "k", "0"});
    Await(pusher, 1);
  }
  Await(pusher, 0);
  EXPECT_EQ(pusher.ask({"RPUSH", "k", "x"}), "(integer) 1");
  EXPECT_EQ(pusher.ask({"LLEN", "k"}), "(integer) 1");
}

TEST_F(Waiting, IsNothingInsideATransaction) {
  RawClient client = Connect();
  client.ask({"MULTI"});
  client.ask({"BLPOP", "k", "0"});
  EXPECT_EQ(client.ask({"EXEC"}), "1) (nil)");
}

}  // namespace
}  // namespace keemun
