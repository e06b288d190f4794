// Of the keys that will be asked for right away the store is told before.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <vector>

#include "session/core.h"
#include "session/session.h"
#include "sim/kv_front.h"
#include "sim/sim_clock.h"
#include "sim/sim_kv.h"
#include "sim/sim_random.h"

namespace keemun {
namespace {

using testing::Gt;
using testing::IsEmpty;
using testing::SizeIs;
using testing::UnorderedElementsAreArray;

// Keeps what it was told of last, and what it was asked for since.
class Told final : public sim::KvFront {
 public:
  Told() : KvFront(kv) {}

  void about_to_get(std::span<const Bytes> keys) override {
    coming.assign(keys.begin(), keys.end());
    asked.clear();
  }
  std::optional<Bytes> get(BytesView key) override {
    asked.emplace_back(key);
    return kv.get(key);
  }

  std::vector<std::optional<Bytes>> multi_get(std::span<const Bytes> keys) override {
    read_together.assign(keys.begin(), keys.end());
    return kv.multi_get(keys);
  }
  std::optional<Bytes> known_head(BytesView key) override {
    return knows_heads ? kv.get(key) : std::nullopt;
  }

  sim::SimKv kv;
  bool knows_heads = false;
  std::vector<Bytes> read_together;
  std::vector<Bytes> coming;
  std::vector<Bytes> asked;
};

class ComingKeys : public testing::Test {
 protected:
  ComingKeys()
      : clock_(1'700'000'000'000),
        random_(1),
        core_(store_, clock_, random_, Settings()),
        session_(core_) {}

  static session::CoreSettings Settings() {
    session::CoreSettings settings;
    settings.databases.emplace_back(format::LayoutKind::kPlain, "a");
    settings.databases.emplace_back(format::LayoutKind::kSlot, "b");
    settings.families.assign(2, format::EncodingFamily::kCamellia);
    settings.families[1] = format::EncodingFamily::kArdb;
    return settings;
  }
  void Run(const std::vector<BytesView>& words) {
    store_.coming.clear();
    store_.asked.clear();
    EXPECT_FALSE(session_.execute(words).is_error());
  }
  void LookAhead(BytesView command, std::initializer_list<resp::WordsOfRequest> coming) {
    session_.look_ahead(*session_.find(std::vector<BytesView>{command}), coming);
  }
  // Of these, in any order, it was told, and nothing else was asked for.
  void ExpectTold(const std::vector<BytesView>& words) {
    Run(words);
    EXPECT_THAT(store_.coming, SizeIs(Gt(1u))) << words.front();
    EXPECT_THAT(store_.asked, UnorderedElementsAreArray(store_.coming)) << words.front();
  }

  Told store_;
  sim::SimClock clock_;
  sim::SimRandom random_;
  session::Core core_;
  session::Session session_;
};

TEST_F(ComingKeys, AreThoseOfACommandThatNamesSeveral) {
  for (const char* database : {"0", "1"}) {
    Run({"select", database});
    Run({"ping"});
    ExpectTold({"mset", "a", "1", "b", "2", "c", "3", "d", "4"});
    ExpectTold({"mget", "a", "none", "b", "c", "d"});
    ExpectTold({"exists", "c", "a", "neither", "b"});
    Run({"exists", "a", "b", "c"});
    EXPECT_THAT(store_.coming, IsEmpty()) << "they are few";
    ExpectTold({"del", "a", "b", "c", "d"});
  }
}

TEST_F(ComingKeys, AreThoseOfATransaction) {
  Run({"multi"});
  Run({"get", "a"});
  Run({"mget", "b", "c", "d"});
  EXPECT_THAT(store_.coming, IsEmpty());
  ExpectTold({"exec"});
}

// Those of a database of one family and of the other.
TEST_F(ComingKeys, AreThoseOfRequestsBehind) {
  for (const char* database : {"0", "1"}) {
    Run({"select", database});
    LookAhead("get", {{"a", ""}, {"b", ""}, {"b", ""}});
    const std::vector<Bytes> told = store_.coming;
    Run({"mget", "a", "b"});
    EXPECT_EQ(store_.asked, told);
  }
}

TEST_F(ComingKeys, HaveMembersWhereTheirMetasAreKnown) {
  store_.knows_heads = true;
  Run({"hset", "h", "f", "1", "g", "2"});
  Run({"set", "s", "text"});
  LookAhead("hset", {{"h", "f"}, {"h", "g"}, {"none", "f"}, {"s", "f"}});
  const std::vector<Bytes> told = store_.coming;
  Run({"hmget", "h", "f", "g"});
  EXPECT_THAT(told, SizeIs(2)) << "neither of what is not there, nor of a string";
  EXPECT_EQ(store_.read_together, told);
}

TEST_F(ComingKeys, HaveNoMembersForCommandsOfOtherTypesOrUnknown) {
  Run({"hset", "h", "f", "1"});
  Run({"exists", "h"});
  const std::vector<Bytes> meta = store_.asked;
  LookAhead("hget", {{"h", "f"}});
  EXPECT_THAT(store_.coming, IsEmpty()) << "no meta is known";
  store_.knows_heads = true;
  LookAhead("get", {{"h", "f"}});
  EXPECT_EQ(store_.coming, meta);
}

TEST_F(ComingKeys, AreNotMoreThanTheProcessorKeeps) {
  const std::vector<Bytes> names = [] {
    std::vector<Bytes> numbered;
    for (size_t i = 0; i < 2 * session::kComingKeysMax; ++i) {
      numbered.push_back("k" + std::to_string(i));
    }
    return numbered;
  }();
  std::vector<BytesView> words = {"exists"};
  words.insert(words.end(), names.begin(), names.end());
  Run(words);
  EXPECT_THAT(store_.coming, SizeIs(session::kComingKeysMax));
}

}  // namespace
}  // namespace keemun
