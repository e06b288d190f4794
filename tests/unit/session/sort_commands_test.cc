#include <algorithm>
#include <memory>

#include "redis_cli.h"

namespace keemun {
namespace {

using SortCommands = RedisCli;

TEST_F(SortCommands, OrderByNumbersWordsAndOtherKeys) {
  Run({"rpush", "l", "10", "9", "1"});
  EXPECT_EQ(Run({"sort", "l"}), "1) \"1\"\n2) \"9\"\n3) \"10\"");
  EXPECT_EQ(Run({"sort", "l", "ALPHA", "DESC"}), "1) \"9\"\n2) \"10\"\n3) \"1\"");
  Run({"mset", "w_1", "3", "w_9", "2", "w_10", "1"});
  Run({"hset", "h_9", "name", "nine"});
  EXPECT_EQ(Run({"sort", "l", "BY", "w_*", "GET", "h_*->name", "GET", "#", "LIMIT", "0", "2"}),
            "1) (nil)\n2) \"10\"\n3) \"nine\"\n4) \"9\"");
}

TEST_F(SortCommands, ReadOnlyTheWindowOfWhatIsNotSorted) {
  for (int i = 0; i < 1'000; ++i) Ask({"rpush", "l", std::to_string(i)});
  kv_.reset_counts();
  EXPECT_EQ(Run({"sort", "l", "BY", "nosort", "LIMIT", "998", "5"}), "1) \"998\"\n2) \"999\"");
  EXPECT_EQ(Run({"sort", "l", "BY", "nosort", "DESC", "LIMIT", "0", "1"}), "1) \"999\"");
  EXPECT_LT(kv_.counts().scanned_rows + kv_.counts().gets, 20);
}

// What a script goes by does not hang on how members are kept.
TEST_F(SortCommands, OfASetInAScriptIsInOrder) {
  Run({"sadd", "s", "b", "d", "a", "c"});
  EXPECT_EQ(
      Run({"eval", "return redis.call('sort', 's', 'by', 'nosort', 'desc', 'limit', 0, 2)", "0"}),
      "1) \"d\"\n2) \"c\"");
}

TEST_F(SortCommands, StoreWhatTheyAnswerOverAnyKey) {
  Run({"sadd", "s", "b", "a"});
  Run({"set", "t", "text"});
  EXPECT_EQ(Run({"sort", "s", "ALPHA", "STORE", "t"}), "(integer) 2");
  EXPECT_EQ(Run({"lrange", "t", "0", "-1"}), "1) \"a\"\n2) \"b\"");
  EXPECT_EQ(Run({"sort", "missing", "STORE", "t"}), "(integer) 0");
  EXPECT_EQ(Run({"exists", "t"}), "(integer) 0");
}

TEST_F(SortCommands, RefuseWhatIsNoNumberAndWhatCannotBeSorted) {
  Run({"rpush", "l", "1", "x"});
  EXPECT_EQ(Run({"sort", "l", "STORE", "t"}),
            "(error) ERR One or more scores can't be converted into double");
  Run({"rpush", "n", "", " 7", "-0x10"});
  EXPECT_EQ(Run({"sort", "n"}), "1) \"-0x10\"\n2) \"\"\n3) \" 7\"");
  Run({"rpush", "d", "0x1p-1074", "-0x1p-1074"});
  EXPECT_EQ(Run({"sort", "d"}), "1) \"-0x1p-1074\"\n2) \"0x1p-1074\"");
  Run({"rpush", "d", "5e-324"});
  EXPECT_EQ(Run({"sort", "d"}), "(error) ERR One or more scores can't be converted into double");
  Run({"hset", "h", "f", "v"});
  EXPECT_EQ(Run({"sort", "h"}),
            "(error) WRONGTYPE Operation against a key holding the wrong kind of value");
  EXPECT_EQ(Run({"sort_ro", "l", "STORE", "t"}), "(error) ERR syntax error");
}

class CountedTurns final : public ports::Turn {
 public:
  void let_others_go() override { ++count; }
  void enter() override {}
  void leave() override {}

  int count = 0;
};

class SortsBesideOthers : public RedisCli {
 protected:
  SortsBesideOthers() : SortsBesideOthers(std::make_unique<CountedTurns>()) {}

  // So often others may come in between.
  int TurnsOf(std::initializer_list<BytesView> words) {
    const int before = turns_->count;
    EXPECT_FALSE(Ask(words).is_error());
    return turns_->count - before;
  }

 private:
  explicit SortsBesideOthers(std::unique_ptr<CountedTurns> turns)
      : RedisCli(SettingsWith(*turns)), turns_(std::move(turns)) {}
  static session::CoreSettings SettingsWith(CountedTurns& turns) {
    session::CoreSettings settings = SettingsWithMemory(64 << 10);
    settings.caches.turn = &turns;
    return settings;
  }

  std::unique_ptr<CountedTurns> turns_;
};

TEST_F(SortsBesideOthers, LetsThemInWhileItComparesElements) {
  constexpr int kElements = 20'000;
  std::vector<Bytes> words = {"rpush", "l"};
  for (int i = 0; i < kElements; ++i) words.push_back(std::to_string(i * 7'919 % kElements));
  Ask(commands::views_of(words));
  const int turns_of_reading = TurnsOf({"lrange", "l", "0", "-1"});
  const int turns_of_elements = turns_of_reading + kElements / 256 + 1;
  EXPECT_GT(TurnsOf({"sort", "l", "LIMIT", "0", "1"}), turns_of_elements + kElements / 1024);
  EXPECT_GT(TurnsOf({"sort", "l"}), turns_of_elements + 10 * kElements / 1024);
}

TEST_F(SortsBesideOthers, LetThemInAlsoWhereMembersOrRowsArePutInOrder) {
  constexpr int kMembers = 20'000;
  std::vector<Bytes> words = {"zadd", "z"};
  for (int i = 0; i < kMembers; ++i) {
    words.push_back(std::to_string(i * 7'919 % kMembers));
    words.push_back("m" + std::to_string(i));
  }
  Ask(commands::views_of(words));
  const int turns_of_reading = TurnsOf({"zrange", "z", "0", "-1"});
  const int turns_of_members = turns_of_reading + kMembers / 256 + 1;
  EXPECT_GT(TurnsOf({"zunion", "1", "z"}), turns_of_members + 5 * kMembers / 1024);
  const int turns_of_writing = turns_of_members + 2 * kMembers / 256 + 1;
  EXPECT_GT(TurnsOf({"zunionstore", "d", "1", "z"}), turns_of_writing + 5 * kMembers / 1024);
}

// Those of one weight, and those without any, stay as they came.
TEST_F(SortCommands, ShowAWindowOfWhatIsInOrder) {
  constexpr size_t kElements = 300;
  struct Element {
    Bytes name;
    int weight = -1;  // none
  };
  std::vector<Element> elements(kElements);
  std::vector<Bytes> words = {"rpush", "l"};
  for (size_t i = 0; i < kElements; ++i) {
    elements[i].name = std::to_string(i * 7 % kElements);
    words.push_back(elements[i].name);
    if (i % 4 == 0) continue;
    elements[i].weight = static_cast<int>(i % 5);
    Run({"set", "w_" + elements[i].name, std::to_string(elements[i].weight)});
  }
  Ask(commands::views_of(words));
  for (const bool is_descending : {false, true}) {
    auto expected = elements;
    std::stable_sort(expected.begin(), expected.end(), [&](const Element& a, const Element& b) {
      return is_descending ? a.weight > b.weight : a.weight < b.weight;
    });
    for (const size_t first : std::initializer_list<size_t>{0, 1, 150, 299, 300, 1000}) {
      for (const size_t count : std::initializer_list<size_t>{0, 1, 20, 150, 300}) {
        const size_t begin = std::min(first, kElements);
        resp::Reply::Items window;
        for (size_t i = begin; i < std::min(begin + count, kElements); ++i) {
          window.push_back(resp::Reply::bulk(expected[i].name));
        }
        EXPECT_EQ(Ask({"sort", "l", "BY", "w_*", "ALPHA", is_descending ? "desc" : "asc", "LIMIT",
                       std::to_string(first), std::to_string(count)})
                      .items(),
                  window);
      }
    }
  }
  Run({"sort", "l", "LIMIT", "100", "3", "STORE", "d"});
  EXPECT_EQ(Run({"lrange", "d", "0", "-1"}), "1) \"100\"\n2) \"101\"\n3) \"102\"");
  EXPECT_EQ(Run({"sort", "l", "DESC", "LIMIT", "-5", "2"}), "1) \"299\"\n2) \"298\"");
}

}  // namespace
}  // namespace keemun
