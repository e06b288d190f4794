// What the server makes of bytes: whole requests, halves, pipelines, inline commands and rubbish.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/keemun_process.h"
#include "support/raw_client.h"

namespace keemun {
namespace {

using testing::HasSubstr;

class Protocol : public testing::Test {
 protected:
  void SetUp() override { ASSERT_TRUE(server_.start(options_)) << server_.output(); }
  RawClient Connect() { return RawClient(server_.socket_path()); }

  std::vector<Bytes> options_;
  KeemunProcess server_;
};

TEST_F(Protocol, TakesARequestInAnyPieces) {
  RawClient client = Connect();
  for (const char byte : BytesView("*3\r\n$3\r\nSET\r\n$1\r\nk\r\n$2\r\nab\r\n")) {
    ASSERT_TRUE(client.send(BytesView(&byte, 1)));
  }
  EXPECT_EQ(resp::to_transcript(*client.read()), "OK");
  EXPECT_EQ(client.ask({"GET", "k"}), "\"ab\"");
}

TEST_F(Protocol, AnswersAPipelineInItsOrder) {
  RawClient client = Connect();
  constexpr int kRequests = 5000;
  Bytes bytes;
  for (int i = 0; i < kRequests; ++i) bytes += "INCR n\r\n";
  ASSERT_TRUE(client.send(bytes));
  for (int i = 1; i <= kRequests; ++i) ASSERT_EQ(client.read(), resp::Reply::integer(i));
}

TEST_F(Protocol, KeepsValuesOfAnyBytesAndSize) {
  RawClient client = Connect();
  Bytes value(3 << 20, 'x');
  value[100] = '\0';
  value[101] = '\r';
  value[102] = '\n';
  EXPECT_EQ(client.ask({"SET", Bytes("\0k", 2), value}), "OK");
  ASSERT_TRUE(client.send_request({"GET", Bytes("\0k", 2)}));
  EXPECT_EQ(client.read(), resp::Reply::bulk(value));
}

TEST_F(Protocol, AnswersRubbishByAnErrorAndCloses) {
  for (const Bytes& rubbish : {Bytes("*1\r\nx\r\n"), Bytes("*-5000000000\r\n*x\r\n"),
                               Bytes("*1\r\n$99999999999\r\n"), Bytes("\"open\r\n")}) {
    RawClient client = Connect();
    ASSERT_TRUE(client.send(rubbish));
    EXPECT_TRUE(client.read_all().starts_with("-ERR Protocol error")) << rubbish;
  }
  EXPECT_THAT(Connect().ask({"INFO", "errorstats"}), HasSubstr("errorstat_ERR:count=4"));
}

TEST_F(Protocol, SpeaksTheProtocolThatHelloAsksFor) {
  RawClient client = Connect();
  EXPECT_EQ(client.ask({"HSET", "h", "f", "v"}), "(integer) 1");
  ASSERT_TRUE(client.send_request({"HGETALL", "h"}));
  EXPECT_EQ(client.read()->kind(), resp::Reply::Kind::kArray);
  ASSERT_TRUE(client.send_request({"HELLO", "3"}));
  EXPECT_EQ(client.read()->kind(), resp::Reply::Kind::kMap);
  ASSERT_TRUE(client.send_request({"HGETALL", "h"}));
  EXPECT_EQ(client.read()->kind(), resp::Reply::Kind::kMap);
  EXPECT_EQ(client.ask({"HELLO", "4"}), "(error) NOPROTO unsupported protocol version");
}

TEST_F(Protocol, RunsTransactionsOverItsOwnCommandsToo) {
  RawClient client = Connect();
  EXPECT_EQ(client.ask({"MULTI"}), "OK");
  EXPECT_EQ(client.ask({"SET", "k", "1"}), "QUEUED");
  EXPECT_EQ(client.ask({"PUBLISH", "c", "m"}), "QUEUED");
  EXPECT_EQ(client.ask({"CLIENT", "GETNAME"}), "QUEUED");
  ASSERT_TRUE(client.send_request({"EXEC"}));
  EXPECT_EQ(client.read(),
            resp::Reply::array({resp::Reply::ok(), resp::Reply::integer(0), resp::Reply::null()}));
  EXPECT_EQ(client.ask({"MULTI"}), "OK");
  EXPECT_EQ(client.ask({"SUBSCRIBE", "c"}), "(error) ERR Command not allowed inside a transaction");
  EXPECT_EQ(client.ask({"EXEC"}),
            "(error) EXECABORT Transaction discarded because of previous errors.");
}

TEST_F(Protocol, ClosesAfterQuit) {
  RawClient client = Connect();
  ASSERT_TRUE(client.send("QUIT\r\nPING\r\n"));
  EXPECT_EQ(client.read_all(), "+OK\r\n");
}

class WithPassword : public Protocol {
 protected:
  WithPassword() { options_ = {"--requirepass", "secret"}; }
};

TEST_F(WithPassword, LetsNobodyInWithoutIt) {
  RawClient client = Connect();
  EXPECT_EQ(client.ask({"GET", "k"}), "(error) NOAUTH Authentication required.");
  EXPECT_EQ(client.ask({"GET"}), "(error) ERR wrong number of arguments for 'get' command");
  EXPECT_EQ(client.ask({"NONE"}), "(error) ERR unknown command 'NONE', with args beginning with: ");
  EXPECT_EQ(client.ask({"AUTH", "wrong"}),
            "(error) WRONGPASS invalid username-password pair or user is disabled.");
  EXPECT_EQ(client.ask({"AUTH", "secret"}), "OK");
  EXPECT_EQ(client.ask({"GET", "k"}), "(nil)");
  EXPECT_EQ(client.ask({"RESET"}), "RESET");
  EXPECT_EQ(client.ask({"GET", "k"}), "(error) NOAUTH Authentication required.");
}

class WithFewClients : public Protocol {
 protected:
  WithFewClients() { options_ = {"--maxclients", "2"}; }
};

TEST_F(WithFewClients, RefusesTheNextOne) {
  RawClient first = Connect();
  RawClient second = Connect();
  EXPECT_EQ(first.ask({"PING"}), "PONG");
  EXPECT_EQ(second.ask({"PING"}), "PONG");
  EXPECT_EQ(Connect().read_all(), "-ERR max number of clients reached\r\n");
}

}  // namespace
}  // namespace keemun
