// MIGRATE of a redis-server brings its keys here, with what they hold and when they expire.
#include <gtest/gtest.h>

#include <memory>

#include "support/keemun_process.h"
#include "support/loopback.h"
#include "support/redis_server.h"

namespace keemun {
namespace {

using resp::Reply;

class KeysMove : public testing::Test {
 protected:
  void Start(std::vector<Bytes> options) {
    options.insert(options.begin(), {"--port", port_});
    ASSERT_TRUE(keemun_.start(options)) << keemun_.output();
  }

  Bytes of_redis(const plan::Args& args) { return to_transcript(redis_->call(1, args)); }
  Bytes of_keemun(const plan::Args& args) {
    if (here_ == nullptr) {
      auto address = *verify::parse_server_address("unix:" + keemun_.socket_path());
      address.password = password_;
      here_ = verify::connect_redis(address);
    }
    return to_transcript(here_->call(1, args));
  }

  RedisServer server_;
  std::unique_ptr<verify::Target> redis_ = server_.connect();
  KeemunProcess keemun_;
  std::unique_ptr<verify::Target> here_;
  const Bytes port_ = std::to_string(free_port());
  Bytes password_;
};

TEST_F(KeysMove, OfEveryType) {
  Start({});
  const std::vector<plan::Args> writes = {
      {"set", "{k}string", Bytes(100'000, 'x')},
      {"rpush", "{k}list", "a", "1", Bytes(9'000, 'y')},
      {"sadd", "{k}set", "5"},
      {"hset", "{k}hash", "field", "value"},
      {"zadd", "{k}zset", "1.5", "a", "-inf", "b"},
      {"pfadd", "{k}counter", "a", "b", "c"},
      {"xgroup", "create", "{k}stream", "group", "0", "mkstream"},
      {"xadd", "{k}stream", "1-1", "field", "value"},
  };
  const std::vector<plan::Args> reads = {
      {"get", "{k}string"},
      {"lrange", "{k}list", "0", "-1"},
      {"smembers", "{k}set"},
      {"hgetall", "{k}hash"},
      {"zrange", "{k}zset", "0", "-1", "withscores"},
      {"pfcount", "{k}counter"},  // and keeps it
      {"get", "{k}counter"},
      {"xinfo", "groups", "{k}stream"},
      {"xrange", "{k}stream", "-", "+"},
  };
  plan::Args migrate = {"migrate", "127.0.0.1", port_, "", "0", "10000", "keys"};
  for (const plan::Args& write : writes) {
    of_redis(write);
    const Bytes& key = write[1] == "create" ? write[2] : write[1];
    if (migrate.back() != key) migrate.push_back(key);
  }
  std::vector<Bytes> held;
  for (const plan::Args& read : reads) held.push_back(of_redis(read));
  EXPECT_EQ(of_redis(migrate), "OK");
  EXPECT_EQ(of_redis({"dbsize"}), "(integer) 0");
  for (size_t i = 0; i < reads.size(); ++i) EXPECT_EQ(of_keemun(reads[i]), held[i]) << reads[i][1];
}

TEST_F(KeysMove, WithTheTimeAtWhichTheyExpire) {
  password_ = "secret";
  Start({"--requirepass", password_});
  of_redis({"set", "key", "value", "px", "1000000"});
  EXPECT_EQ(of_redis({"migrate", "127.0.0.1", port_, "key", "3", "10000", "auth", password_}),
            "OK");
  of_keemun({"select", "3"});
  EXPECT_EQ(of_keemun({"get", "key"}), "\"value\"");
  EXPECT_EQ(of_keemun({"expiretime", "key"}).substr(0, 10), "(integer) ");
  EXPECT_NE(of_keemun({"expiretime", "key"}), "(integer) -1");
}

// Redis keeps it where a sorted set is not small.
TEST_F(KeysMove, WithoutTheSignOfAZero) {
  Start({});
  const Bytes member(65, 'm');
  of_redis({"zadd", "zset", "-0", member});
  EXPECT_EQ(of_redis({"zscore", "zset", member}), "\"-0\"");
  EXPECT_EQ(of_redis({"migrate", "127.0.0.1", port_, "zset", "0", "10000"}), "OK");
  EXPECT_EQ(of_keemun({"zscore", "zset", member}), "\"0\"");
}

TEST_F(KeysMove, NotOverOnesThatAreThere) {
  Start({});
  of_redis({"set", "key", "new"});
  of_keemun({"set", "key", "old"});
  const plan::Args migrate = {"migrate", "127.0.0.1", port_, "key", "0", "10000"};
  EXPECT_NE(of_redis(migrate).find("BUSYKEY"), Bytes::npos);
  EXPECT_EQ(of_keemun({"get", "key"}), "\"old\"");
  EXPECT_EQ(of_redis({"get", "key"}), "\"new\"");
  EXPECT_EQ(of_redis({"migrate", "127.0.0.1", port_, "key", "0", "10000", "replace"}), "OK");
  EXPECT_EQ(of_keemun({"get", "key"}), "\"new\"");
}

}  // namespace
}  // namespace keemun
