// How large values are said to be, and what is read for it.
#include "keyspace/value_bytes.h"

#include "redis_cli.h"
#include "session/command_run.h"

namespace keemun {
namespace {

class ValueBytes : public RedisCli {
 protected:
  explicit ValueBytes(session::CoreSettings settings = DefaultSettings())
      : RedisCli(std::move(settings)) {}

  // In the first database; -1 where nothing is there.
  int64_t Measure(BytesView key, size_t samples) {
    kv_.reset_counts();
    session::CommandRun run(core_, core_.store, core_.database_order, kStartMs, asides_);
    return keyspace::value_bytes(run.database(0), key, samples).value_or(-1);
  }
  int64_t RowsRead() const { return kv_.counts().scanned_rows; }

  // Elements of ten bytes, and for hashes values of as many.
  void Fill(const Bytes& command, const Bytes& key, int count) {
    for (int i = 0; i < count; ++i) {
      const Bytes element = "elem" + std::to_string(100'000 + i);
      if (command == "hset") Ask({command, key, element, "0123456789"});
      if (command == "zadd") Ask({command, key, "1.5", element});
      if (command == "sadd" || command == "rpush") Ask({command, key, element});
    }
  }

  session::Asides asides_{session::RequestDraws(random_)};
};

TEST_F(ValueBytes, AreThoseOfTheElements) {
  Ask({"set", "s", "0123456789"});
  Ask({"hset", "h", "f", "vv", "gg", "v"});
  Ask({"sadd", "m", "a", "bb"});
  Ask({"zadd", "z", "1", "a", "2", "bb"});
  Ask({"rpush", "l", "a", "bb", "ccc"});
  for (const size_t samples : {0U, 1U, 5U}) {
    EXPECT_EQ(Measure("none", samples), -1);
    EXPECT_EQ(Measure("s", samples), 10);
    if (samples == 1) continue;
    EXPECT_EQ(Measure("h", samples), 6);
    EXPECT_EQ(Measure("m", samples), 3);
    EXPECT_EQ(Measure("z", samples), 19);
    EXPECT_EQ(Measure("l", samples), 6);
  }
  EXPECT_EQ(Measure("l", 1), 3);  // three like the first
  Ask({"pexpire", "s", "1"});
  clock_.advance(2);
  session::CommandRun run(core_, core_.store, core_.database_order, clock_.now_ms(), asides_);
  EXPECT_EQ(keyspace::value_bytes(run.database(0), "s", 5), std::nullopt);
}

TEST_F(ValueBytes, OfLargeCollectionsAreReadOffAFew) {
  const std::map<Bytes, int64_t> commands = {
      {"hset", 20}, {"sadd", 10}, {"zadd", 18}, {"rpush", 10}};
  for (const auto& [command, bytes] : commands) {
    Fill(command, command, 1000);
    EXPECT_EQ(Measure(command, 5), bytes * 1000) << command;
    EXPECT_LE(RowsRead(), 10) << command;
    EXPECT_EQ(Measure(command, 0), bytes * 1000) << command;
    EXPECT_EQ(Measure(command, 600), bytes * 1000) << command;
    EXPECT_EQ(Measure(command, 5000), bytes * 1000) << command;
  }
}

class BlindValueBytes : public ValueBytes {
 protected:
  BlindValueBytes() : ValueBytes(Settings()) {}

  static session::CoreSettings Settings() {
    session::CoreSettings settings = DefaultSettings();
    settings.encodings.hash = format::Encoding::kHashBlind;
    settings.encodings.set = format::Encoding::kSetBlind;
    return settings;
  }
};

TEST_F(BlindValueBytes, AreReadWholeWhereTheSizeIsNotKnown) {
  Fill("hset", "h", 600);
  Fill("sadd", "s", 600);
  EXPECT_EQ(Measure("h", 5), 20 * 600);
  EXPECT_EQ(Measure("s", 5), 10 * 600);
}

}  // namespace
}  // namespace keemun
