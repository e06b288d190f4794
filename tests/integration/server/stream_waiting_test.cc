// Clients that wait for entries of streams: what wakes them, what they are told, and what ends it.
#include <gtest/gtest.h>

#include "waiting_clients.h"

namespace keemun {
namespace {

class WaitingForEntries : public WaitingClients {
 protected:
  static Bytes Entry(const Bytes& key, const Bytes& id, const Bytes& value) {
    return "1) 1) \"" + key + "\"\n   2) 1) 1) \"" + id +
           "\"\n         2) 1) \"f\"\n            2) \"" + value + "\"";
  }
};

TEST_F(WaitingForEntries, AllReadWhatComes) {
  RawClient first = Connect();
  RawClient second = Connect();
  RawClient behind = Connect();
  RawClient adder = Connect();
  adder.ask({"XADD", "s", "1-0", "f", "old"});
  first.send_request({"XREAD", "BLOCK", "0", "STREAMS", "t", "s", "$", "$"});
  Await(adder, 1);
  second.send_request({"XREAD", "BLOCK", "0", "STREAMS", "s", "1"});
  Await(adder, 2);
  behind.send_request({"XREAD", "BLOCK", "0", "STREAMS", "s", "2-0"});
  Await(adder, 3);
  EXPECT_EQ(adder.ask({"XADD", "s", "2-0", "f", "new"}), "\"2-0\"");
  EXPECT_EQ(Told(first), Entry("s", "2-0", "new"));
  EXPECT_EQ(Told(second), Entry("s", "2-0", "new"));
  Await(adder, 1);
  adder.ask({"XADD", "s", "3-0", "f", "newer"});
  EXPECT_EQ(Told(behind), Entry("s", "3-0", "newer"));
}

TEST_F(WaitingForEntries, AreToldOfAllThatATransactionAdded) {
  RawClient reader = Connect();
  RawClient adder = Connect();
  reader.send_request({"XREAD", "COUNT", "5", "BLOCK", "0", "STREAMS", "s", "$"});
  Await(adder, 1);
  adder.ask({"MULTI"});
  adder.ask({"XADD", "s", "1-0", "f", "a"});
  adder.ask({"XADD", "s", "2-0", "f", "b"});
  adder.ask({"XDEL", "s", "1-0"});
  adder.ask({"EXEC"});
  EXPECT_EQ(Told(reader), Entry("s", "2-0", "b"));
}

TEST_F(WaitingForEntries, ConsumersShareWhatComes) {
  RawClient first = Connect();
  RawClient second = Connect();
  RawClient adder = Connect();
  adder.ask({"XGROUP", "CREATE", "s", "g", "$", "MKSTREAM"});
  first.send_request({"XREADGROUP", "GROUP", "g", "c", "BLOCK", "0", "STREAMS", "s", ">"});
  Await(adder, 1);
  second.send_request({"XREADGROUP", "GROUP", "g", "d", "BLOCK", "0", "STREAMS", "s", ">"});
  Await(adder, 2);
  adder.ask({"XADD", "s", "1-0", "f", "a"});
  EXPECT_EQ(Told(first), Entry("s", "1-0", "a"));
  Await(adder, 1);
  adder.ask({"XADD", "s", "2-0", "f", "b"});
  EXPECT_EQ(Told(second), Entry("s", "2-0", "b"));
  EXPECT_EQ(adder.ask({"XACK", "s", "g", "1-0", "2-0"}), "(integer) 2");
}

TEST_F(WaitingForEntries, ConsumersAreToldWhenTheirGroupOrKeyGoes) {
  RawClient consumer = Connect();
  RawClient reader = Connect();
  RawClient other = Connect();
  reader.send_request({"XREAD", "BLOCK", "0", "STREAMS", "s", "$"});
  Await(other, 1);
  const auto wait = [&](int count) {
    other.ask({"XGROUP", "CREATE", "s", "g", "$", "MKSTREAM"});
    consumer.send_request({"XREADGROUP", "GROUP", "g", "c", "BLOCK", "0", "STREAMS", "s", ">"});
    Await(other, count);
  };
  const Bytes gone = "(error) UNBLOCKED the stream key no longer exists";
  wait(2);
  EXPECT_EQ(other.ask({"XGROUP", "DESTROY", "s", "g"}), "(integer) 1");
  EXPECT_EQ(Told(consumer),
            "(error) NOGROUP the consumer group this client was blocked on no longer exists");
  wait(2);
  EXPECT_EQ(other.ask({"DEL", "s"}), "(integer) 1");
  EXPECT_EQ(Told(consumer), gone);
  wait(2);
  EXPECT_EQ(other.ask({"SET", "s", "a string"}), "OK");
  EXPECT_EQ(Told(consumer), gone);
  other.ask({"DEL", "s"});
  wait(2);
  EXPECT_EQ(other.ask({"FLUSHALL"}), "OK");
  EXPECT_EQ(Told(consumer), gone);
  wait(2);
  EXPECT_EQ(other.ask({"RENAME", "s", "t"}), "OK");
  EXPECT_EQ(Told(consumer), gone);
  Await(other, 1);
  other.ask({"XADD", "s", "1-0", "f", "v"});
  EXPECT_EQ(Told(reader), Entry("s", "1-0", "v"));
}

TEST_F(WaitingForEntries, EndsWithTheirTimeAndWithUnblock) {
  RawClient reader = Connect();
  RawClient other = Connect();
  EXPECT_EQ(reader.ask({"XREAD", "BLOCK", "10", "STREAMS", "s", "$"}), "(nil)");
  const Bytes id = reader.ask({"CLIENT", "ID"}).substr(BytesView("(integer) ").size());
  reader.send_request({"XREAD", "BLOCK", "0", "STREAMS", "s", "$"});
  Await(other, 1);
  EXPECT_EQ(other.ask({"CLIENT", "UNBLOCK", id, "ERROR"}), "(integer) 1");
  EXPECT_EQ(Told(reader), "(error) UNBLOCKED client unblocked via CLIENT UNBLOCK");
  EXPECT_EQ(reader.ask({"XREAD", "BLOCK", "-1", "STREAMS", "s", "$"}),
            "(error) ERR timeout is negative");
  EXPECT_EQ(reader.ask({"XREAD", "BLOCK", "0.1", "STREAMS", "s", "$"}),
            "(error) ERR timeout is not an integer or out of range");
}

TEST_F(WaitingForEntries, PassOverAKeyOfAnotherType) {
  RawClient reader = Connect();
  RawClient other = Connect();
  reader.send_request({"XREAD", "BLOCK", "0", "STREAMS", "s", "$"});
  Await(other, 1);
  other.ask({"LPUSH", "s", "x"});
  Await(other, 1);
  other.ask({"DEL", "s"});
  other.ask({"XADD", "s", "1-0", "f", "v"});
  EXPECT_EQ(Told(reader), Entry("s", "1-0", "v"));
}

TEST_F(WaitingForEntries, GoesOnWhateverElseChanges) {
  RawClient reader = Connect();
  RawClient consumer = Connect();
  RawClient other = Connect();
  for (const char* id : {"1-1", "2-1", "3-1"}) other.ask({"XADD", "s", id, "f", "old"});
  other.ask({"XGROUP", "CREATE", "s", "g", "2-1"});
  other.ask({"XDEL", "s", "3-1"});
  reader.send_request({"XREAD", "BLOCK", "0", "STREAMS", "s", "2-1"});
  Await(other, 1);
  consumer.send_request({"XREADGROUP", "GROUP", "g", "c", "BLOCK", "0", "STREAMS", "s", ">"});
  Await(other, 2);
  other.ask({"XDEL", "s", "1-1"});
  other.ask({"XTRIM", "s", "MAXLEN", "1"});
  other.ask({"EXPIRE", "s", "1000"});
  other.ask({"XSETID", "s", "8-1"});
  other.ask({"PERSIST", "s"});
  other.ask({"SWAPDB", "5", "6"});
  Await(other, 2);
  other.ask({"XADD", "s", "9-1", "f", "new"});
  EXPECT_EQ(Told(reader), Entry("s", "9-1", "new"));
  EXPECT_EQ(Told(consumer), Entry("s", "9-1", "new"));
}

TEST_F(WaitingForEntries, EndsForOneWhileAnotherWaitsForever) {
  RawClient patient = Connect();
  RawClient hurried = Connect();
  patient.send_request({"XREAD", "BLOCK", "9223372036854775807", "STREAMS", "s", "$"});
  Await(hurried, 1);
  EXPECT_EQ(hurried.ask({"BLPOP", "l", "0.01"}), "(nil)");
  EXPECT_EQ(hurried.ask({"XREAD", "BLOCK", "10", "STREAMS", "s", "$"}), "(nil)");
  hurried.ask({"XADD", "s", "1-1", "f", "v"});
  EXPECT_EQ(Told(patient), Entry("s", "1-1", "v"));
}

class WaitingForAStreamThatExpires : public WaitingClients {
 protected:
  void SetUp() override {
    ASSERT_TRUE(server_.start({"--expiry-index", "yes"})) << server_.output();
  }
};

TEST_F(WaitingForAStreamThatExpires, IsToldWithoutARequest) {
  RawClient consumer = Connect();
  RawClient other = Connect();
  other.ask({"XGROUP", "CREATE", "s", "g", "$", "MKSTREAM"});
  consumer.send_request({"XREADGROUP", "GROUP", "g", "c", "BLOCK", "0", "STREAMS", "s", ">"});
  Await(other, 1);
  other.ask({"PEXPIRE", "s", "20"});
  EXPECT_EQ(Told(consumer), "(error) UNBLOCKED the stream key no longer exists");
}

}  // namespace
}  // namespace keemun
