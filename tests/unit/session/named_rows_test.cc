// Once the rows that a request names are in memory, it reads no meta of its keys anew.
#include "redis_cli.h"

namespace keemun {
namespace {

class NamedRows : public RedisCli {
 protected:
  NamedRows() : RedisCli(TwoFamilies()) {}

  static session::CoreSettings TwoFamilies() {
    session::CoreSettings settings = SettingsWithMemory(1 << 20);
    settings.families.assign(3, format::EncodingFamily::kCamellia);
    settings.families[1] = format::EncodingFamily::kArdb;
    return settings;
  }

  void SetUp() override {
    for (const char* database : {"0", "1"}) {
      Run({"select", database});
      Run({"mset", "a", "1", "b", "2", "c", "3"});
    }
  }

  // What a request reads of the store: nothing of it was in memory, or what it names was.
  int64_t ReadsBy(std::initializer_list<BytesView> words, bool is_told) {
    const std::vector<BytesView> args(words);
    core_.take_over(0);  // nothing is remembered, and what is no key is read again
    session::Session other(core_);
    other.execute(std::vector<BytesView>{"eval", "return redis.call('exists', 'x')", "0"});
    if (is_told) {
      for (const Bytes& row : session_.named_rows(*session_.find(args), args)) {
        core_.store.get(row);
      }
    }
    kv_.reset_counts();
    EXPECT_FALSE(session_.execute(args).is_error());
    return kv_.counts().gets;
  }
  void ExpectNamed(std::initializer_list<BytesView> words) {
    EXPECT_GT(ReadsBy(words, false), 0) << *words.begin();
    EXPECT_EQ(ReadsBy(words, true), 0) << *words.begin();
  }
};

TEST_F(NamedRows, AreThoseThatRequestsRead) {
  for (const char* database : {"0", "1"}) {
    Run({"select", database});
    ExpectNamed({"get", "a"});
    ExpectNamed({"mget", "a", "b", "none"});
    ExpectNamed({"mset", "a", "4", "new", "5"});
    ExpectNamed({"exists", "a", "b"});
    ExpectNamed({"bitop", "and", "to", "a", "b"});
    ExpectNamed({"sintercard", "2", "none", "neither"});
    ExpectNamed({"eval", "return redis.call('get', KEYS[2])", "2", "a", "b"});
    ExpectNamed({"watch", "a", "b"});
    Run({"unwatch"});
  }
}

TEST_F(NamedRows, AreOfTheDatabaseThatTheNumberStandsFor) {
  Run({"select", "0"});
  Run({"swapdb", "0", "1"});
  ExpectNamed({"mget", "a", "b"});
}

TEST_F(NamedRows, OfExecStandInItsQueue) {
  const auto reads_by_exec = [&](bool is_told) {
    Run({"multi"});
    Run({"get", "a"});
    Run({"mset", "b", "2", "c", "3"});
    return ReadsBy({"exec"}, is_told);
  };
  EXPECT_GT(reads_by_exec(false), 0);
  EXPECT_EQ(reads_by_exec(true), 0);
}

TEST_F(NamedRows, OfWhatIsQueuedAreNone) {
  const std::vector<BytesView> args = {"get", "a"};
  const commands::Command& get = *session_.find(args);
  EXPECT_EQ(session_.named_rows(get, args).size(), 1u);
  Run({"multi"});
  EXPECT_TRUE(session_.named_rows(get, args).empty());
}

}  // namespace
}  // namespace keemun
