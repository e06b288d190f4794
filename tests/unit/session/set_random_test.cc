// What SPOP, SRANDMEMBER and HRANDFIELD choose: how many, how evenly, at what cost.
#include <map>
#include <set>

#include "redis_cli.h"

namespace keemun {
namespace {

class RandomMembers : public RedisCli {
 protected:
  static constexpr int kBig = 20'000;

  using RedisCli::RedisCli;

  // Names of as many digits as kBig.
  static Bytes Name(int number) { return "member:" + std::to_string(kBig + number); }
  void Fill(BytesView command, int count) {
    for (int begin = 0; begin < count; begin += 1000) {
      std::vector<Bytes> words = {Bytes(command), "k"};
      for (int i = begin; i < std::min(begin + 1000, count); ++i) {
        words.push_back(Name(i));
        if (command == "hset") words.push_back("v" + std::to_string(kBig + i));
      }
      const std::vector<BytesView> args(words.begin(), words.end());
      ASSERT_FALSE(session_.execute(args).is_error());
    }
  }
  std::vector<Bytes> Names(std::initializer_list<BytesView> words) {
    std::vector<Bytes> names;
    const resp::Reply reply = Ask(words);
    for (const resp::Reply& item : reply.items()) names.push_back(item.text());
    return names;
  }
  static size_t Distinct(const std::vector<Bytes>& names) {
    return std::set<Bytes>(names.begin(), names.end()).size();
  }
};

TEST_F(RandomMembers, AreEvenInASmallSet) {
  Run({"sadd", "k", "a", "b", "c", "d"});
  std::map<Bytes, int> met;
  for (const Bytes& name : Names({"srandmember", "k", "-4000"})) ++met[name];
  for (int i = 0; i < 4000; ++i) ++met[Ask({"srandmember", "k"}).text()];
  ASSERT_EQ(met.size(), 4u);
  for (const auto& [name, times] : met) {
    EXPECT_GT(times, 1800) << name;
    EXPECT_LT(times, 2200) << name;
  }
}

TEST_F(RandomMembers, ChooseEachPairOfASmallSetAsOften) {
  Run({"sadd", "k", "a", "b", "c", "d"});
  std::map<std::set<Bytes>, int> met;
  for (int i = 0; i < 6000; ++i) {
    const auto names = Names({"srandmember", "k", "2"});
    ++met[{names.begin(), names.end()}];
  }
  ASSERT_EQ(met.size(), 6u);
  for (const auto& [names, times] : met) {
    EXPECT_GT(times, 850);
    EXPECT_LT(times, 1150);
  }
}

TEST_F(RandomMembers, AreFoundInABigSetWithFewPagesAndFromAllOverIt) {
  Fill("sadd", kBig);
  std::map<char, int> met;  // by thousands
  for (int i = 0; i < 2000; ++i) {
    kv_.reset_counts();
    const Bytes name = Ask({"srandmember", "k"}).text();
    EXPECT_LE(kv_.counts().scanned_rows, 1100);
    EXPECT_EQ(kv_.counts().gets, 1);
    ++met[name[8]];
  }
  ASSERT_EQ(met.size(), 10u);
  for (const auto& [digit, times] : met) {
    EXPECT_GT(times, 120) << digit;
    EXPECT_LT(times, 300) << digit;
  }
}

class RandomMembersInMemory : public RandomMembers {
 protected:
  RandomMembersInMemory() : RandomMembers(SettingsWithMemory(1 << 20)) {}
};

// However their names are spread: here most of them lie in a small part of what numbers can be.
TEST_F(RandomMembersInMemory, AreEvenAndFoundByTheirRanks) {
  for (int i = 0; i < 5000; ++i) Run({"sadd", "k", i < 4000 ? "9" + Name(i) : std::to_string(i)});
  for (int i = 0; i < 5; ++i) Run({"srandmember", "k"});  // by then all ranks are known
  for (const char* count : {"1", "9", "50", "1000", "-9", "-50", "-1000"}) {
    kv_.reset_counts();
    constexpr int kDraws = 20'000;
    int drawn = 0;
    int crowded = 0;
    while (drawn < kDraws) {
      for (const Bytes& name : Names({"srandmember", "k", count})) {
        ++drawn;
        crowded += name.starts_with("9member") ? 1 : 0;
      }
    }
    EXPECT_NEAR(crowded, drawn * 4 / 5, 350) << count;
    EXPECT_LE(kv_.counts().scanned_rows, drawn * 150) << count;
  }
}

TEST_F(RandomMembersInMemory, AreThoseThatATransactionLeaves) {
  Fill("sadd", 3000);
  for (int i = 0; i < 20; ++i) Run({"srandmember", "k"});
  Run({"multi"});
  for (int i = 0; i < 300; ++i) Run({"spop", "k", "10"});
  Run({"scard", "k"});
  const resp::Reply replies = Ask({"exec"});
  std::set<Bytes> popped;
  for (const resp::Reply& reply : replies.items()) {
    for (const resp::Reply& item : reply.items()) EXPECT_TRUE(popped.insert(item.text()).second);
  }
  EXPECT_EQ(popped.size(), 3000u);
  EXPECT_EQ(replies.items().back().integer(), 0);
}

TEST_F(RandomMembers, AreDistinctHoweverManyAreAskedFor) {
  Fill("sadd", kBig);
  for (const char* count : {"7", "1000", "1001", "15000"}) {
    const auto names = Names({"srandmember", "k", count});
    EXPECT_EQ(std::to_string(names.size()), count);
    EXPECT_EQ(std::to_string(Distinct(names)), count);
  }
  EXPECT_EQ(Distinct(Names({"srandmember", "k", "9223372036854775807"})), size_t{kBig});
  EXPECT_EQ(Names({"srandmember", "k", "-1500"}).size(), 1500u);
  EXPECT_EQ(Names({"srandmember", "k", "-50"}).size(), 50u);
}

TEST_F(RandomMembers, AreGoneOncePopped) {
  Fill("sadd", 3000);
  std::set<Bytes> popped;
  for (const char* count : {"1", "999", "1500"}) {
    for (const Bytes& name : Names({"spop", "k", count})) EXPECT_TRUE(popped.insert(name).second);
  }
  EXPECT_EQ(popped.size(), 2500u);
  EXPECT_EQ(Run({"scard", "k"}), "(integer) 500");
  for (const Bytes& name : Names({"smembers", "k"})) EXPECT_FALSE(popped.contains(name));
  EXPECT_EQ(Names({"spop", "k", "500"}).size(), 500u);
  EXPECT_EQ(Run({"spop", "k"}), "(nil)");
}

TEST_F(RandomMembers, OfAWholeBigSetArePoppedWithoutErasingRowByRow) {
  Fill("sadd", 3000);
  kv_.reset_counts();
  EXPECT_EQ(Distinct(Names({"spop", "k", "5000"})), 3000u);
  EXPECT_EQ(kv_.counts().rows_erased, 1);
  EXPECT_EQ(Run({"scard", "k"}), "(integer) 0");
}

TEST_F(RandomMembers, OfAHashComeWithTheirValues) {
  Fill("hset", kBig);
  const auto words = Names({"hrandfield", "k", "300", "withvalues"});
  ASSERT_EQ(words.size(), 600u);
  for (size_t i = 0; i < words.size(); i += 2) {
    EXPECT_EQ("v" + words[i].substr(7), words[i + 1]);
  }
  EXPECT_EQ(Distinct(Names({"hrandfield", "k", "300"})), 300u);
  session_.connection().protocol = 3;
  EXPECT_EQ(Ask({"hrandfield", "k", "-5", "withvalues"}).items()[4].items().size(), 2u);
}

TEST_F(RandomMembers, AreRefusedInNumbersThatNoReplyHolds) {
  Run({"sadd", "k", "a"});
  EXPECT_EQ(Run({"srandmember", "k", "-9223372036854775807"}), "(error) ERR value is out of range");
  EXPECT_EQ(Run({"srandmember", "none", "-9223372036854775807"}), "(empty array)");
}

}  // namespace
}  // namespace keemun
