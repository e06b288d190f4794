// Several threads move bytes while one runs commands: nobody's bytes go astray, however many
// clients there are at once and however slowly they take their replies.
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "keemun_process.h"
#include "raw_client.h"

namespace keemun {
namespace {

class IoThreads : public testing::Test {
 protected:
  static constexpr int kClients = 60;

  void SetUp() override {
    ASSERT_TRUE(server_.start({"--io-threads", "4", "--enable-debug-command", "yes"}))
        << server_.output();
    for (int i = 0; i <= kClients; ++i) {
      clients_.push_back(std::make_unique<RawClient>(server_.socket_path()));
    }
  }
  // The server sleeps a little, so that it meets all clients in one turn.
  void hold_up() { first().send_request({"DEBUG", "SLEEP", "0.05"}); }
  RawClient& first() { return *clients_[0]; }
  RawClient& client(int number) { return *clients_[static_cast<size_t>(number)]; }
  bool has_shared(const char* what) {
    first().send_request({"INFO", "stats"});
    const Bytes zero = Bytes("io_threaded_") + what + "_processed:0\r\n";
    return first().read()->text().find(zero) == Bytes::npos;
  }

  KeemunProcess server_;
  std::vector<std::unique_ptr<RawClient>> clients_;
};

TEST_F(IoThreads, AnswerEveryClientWithItsOwn) {
  int round = 0;
  do {
    ++round;
    hold_up();
    for (int i = 1; i <= kClients; ++i) {
      const Bytes key = "key" + std::to_string(i);
      client(i).send_request({"SET", key, key + "." + std::to_string(round)});
      client(i).send_request({"INCR", "all"});
      client(i).send_request({"GET", key});
    }
    EXPECT_EQ(resp::to_transcript(*first().read()), "OK");
    for (int i = 1; i <= kClients; ++i) {
      EXPECT_EQ(resp::to_transcript(*client(i).read()), "OK");
      EXPECT_EQ(client(i).read()->kind(), resp::Reply::Kind::kInteger);
      EXPECT_EQ(client(i).read()->text(), "key" + std::to_string(i) + "." + std::to_string(round));
    }
  } while (!has_shared("reads") || !has_shared("writes"));
  EXPECT_EQ(first().ask({"GET", "all"}), "\"" + std::to_string(round * kClients) + "\"");
}

TEST_F(IoThreads, GoOnWithClientsThatTakeTheirRepliesLate) {
  const Bytes large(400'000, 'v');
  EXPECT_EQ(first().ask({"SET", "large", large}), "OK");
  constexpr int kReplies = 8;  // more than a client may leave untaken
  hold_up();
  for (int i = 1; i <= kClients; ++i) {
    for (int k = 0; k < kReplies; ++k) client(i).send_request({"GET", "large"});
  }
  EXPECT_EQ(resp::to_transcript(*first().read()), "OK");
  for (int i = 1; i <= kClients; ++i) {
    for (int k = 0; k < kReplies; ++k) ASSERT_EQ(client(i).read()->text(), large);
  }
}

TEST_F(IoThreads, NoticeThoseWhoLeave) {
  hold_up();
  for (int i = 1; i <= kClients; ++i) {
    client(i).send_request({"SET", "k", "v"});
    if (i % 2 == 0) clients_[static_cast<size_t>(i)].reset();
  }
  EXPECT_EQ(resp::to_transcript(*first().read()), "OK");
  for (int i = 1; i <= kClients; i += 2) EXPECT_EQ(resp::to_transcript(*client(i).read()), "OK");
  const Bytes left = "connected_clients:" + std::to_string(kClients / 2 + 1) + "\r\n";
  while (true) {
    first().send_request({"INFO", "clients"});
    if (first().read()->text().find(left) != Bytes::npos) break;
  }
}

}  // namespace
}  // namespace keemun
