// Nothing that was acknowledged is lost when the process is killed, and nothing is torn: writers
// with values of their own over real sockets, SIGKILL at any moment, and again from what is there.
#include <gtest/gtest.h>
#include <signal.h>

#include <algorithm>
#include <cstdlib>
#include <random>

#include "support/keemun_process.h"
#include "support/raw_client.h"

namespace keemun {
namespace {

int rounds() {
  const char* text = std::getenv("KEEMUN_KILL_ROUNDS");
  return text == nullptr ? 50 : std::atoi(text);
}

// What one client has written. Each request goes to a key of its own kind, in the order of numbers.
class Writer {
 public:
  explicit Writer(Bytes name) : name_(std::move(name)) {}

  // Sends many requests at once and takes `taken` replies.
  void write(RawClient& client, int count, int taken) {
    int64_t number = acknowledged_;
    for (int i = 0; i < count; ++i) send(client, ++number);
    sent_to_ = number;
    for (int i = 0; i < std::min(taken, count); ++i) {
      const auto reply = client.read();
      if (!reply) return;
      ASSERT_FALSE(reply->is_error()) << reply->text();
      for (int more = 0; more < 6; ++more) {  // the rest of the transaction's replies
        const auto next = client.read();
        if (!next) return;
        ASSERT_FALSE(next->is_error()) << next->text();
      }
      ++acknowledged_;
    }
  }

  // Every acknowledged request is there, of the others whole ones in their order, and none is torn.
  void check(RawClient& client) {
    const int64_t last = number_in(client, {"GET", name_ + ":string"});
    ASSERT_GE(last, acknowledged_);
    ASSERT_LE(last, sent_to_);
    EXPECT_EQ(number_in(client, {"HGET", name_ + ":hash", "last"}), last);
    EXPECT_EQ(integer_in(client, {"HLEN", name_ + ":hash"}), last == 0 ? 0 : last + 1);
    EXPECT_EQ(integer_in(client, {"LLEN", name_ + ":list"}), last);
    EXPECT_EQ(integer_in(client, {"ZCARD", name_ + ":zset"}), last);
    EXPECT_EQ(integer_in(client, {"ZCOUNT", name_ + ":zset", "-inf", "+inf"}), last);
    client.send_request({"HGETALL", name_ + ":hash"});
    EXPECT_EQ(client.read()->items().size(), static_cast<size_t>(last == 0 ? 0 : 2 * last + 2));
    client.send_request({"LRANGE", name_ + ":list", "0", "-1"});
    const auto list = client.read();
    ASSERT_EQ(list->items().size(), static_cast<size_t>(last));
    for (int64_t i = 0; i < last; ++i) {
      ASSERT_EQ(list->items()[static_cast<size_t>(i)].text(), std::to_string(i + 1));
    }
    acknowledged_ = last;
  }

 private:
  void send(RawClient& client, int64_t number) {
    const Bytes value = std::to_string(number);
    client.send_request({"MULTI"});
    client.send_request({"SET", name_ + ":string", value});
    client.send_request({"HSET", name_ + ":hash", "last", value, value, "v"});
    client.send_request({"RPUSH", name_ + ":list", value});
    client.send_request({"ZADD", name_ + ":zset", value, value});
    client.send_request({"PING"});
    client.send_request({"EXEC"});
  }
  static int64_t number_in(RawClient& client, const std::vector<Bytes>& request) {
    client.send_request(request);
    const auto reply = client.read();
    return reply->is_null() ? 0 : std::stoll(reply->text());
  }
  static int64_t integer_in(RawClient& client, const std::vector<Bytes>& request) {
    client.send_request(request);
    return client.read()->integer();
  }

  const Bytes name_;
  int64_t acknowledged_ = 0;
  int64_t sent_to_ = 0;
};

// When a write is safe from a loss of power, and the family of encodings.
struct Setting {
  const char* wal_sync;
  const char* encoding;
};

class Killed : public testing::TestWithParam<Setting> {};

TEST_P(Killed, LosesNothingThatWasAcknowledged) {
  std::mt19937 random(1);
  const auto below = [&random](int bound) {
    return static_cast<int>(random() % static_cast<unsigned>(bound));
  };
  KeemunProcess server;
  Writer writers[] = {Writer("a"), Writer("b")};
  for (int round = 0; round < rounds(); ++round) {
    ASSERT_TRUE(
        server.start({"--wal-sync", GetParam().wal_sync, "--encoding", GetParam().encoding}))
        << server.output();
    for (Writer& writer : writers) {
      RawClient client(server.socket_path());
      ASSERT_NO_FATAL_FAILURE(writer.check(client)) << "round " << round;
    }
    RawClient one(server.socket_path());
    RawClient other(server.socket_path());
    ASSERT_NO_FATAL_FAILURE(writers[0].write(one, 1 + below(20), below(20)));
    ASSERT_NO_FATAL_FAILURE(writers[1].write(other, 1 + below(40), below(10)));
    server.signal(SIGKILL);
    server.wait();
  }
}

INSTANTIATE_TEST_SUITE_P(Settings, Killed,
                         testing::Values(Setting{"always", "camellia"},
                                         Setting{"everysec", "camellia"},
                                         Setting{"everysec", "ardb"}),
                         [](const auto& setting) {
                           return std::string(setting.param.wal_sync) + "_" +
                                  setting.param.encoding;
                         });

}  // namespace
}  // namespace keemun
