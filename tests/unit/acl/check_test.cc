// What users may run: commands, keys by what is done to them, channels.
#include "acl/check.h"

#include <gtest/gtest.h>

#include "ruled_user.h"

namespace keemun::acl {
namespace {

const commands::Command& row_of(std::span<const BytesView> args) {
  if (const commands::Command* found = commands::find_command(args)) return *found;
  Bytes name(args[0]);
  if (name == "config" && args.size() > 1) (name += '|') += args[1];
  for (const commands::Command& row : kServersRows) {
    if (row.name == name) return row;
  }
  ADD_FAILURE() << name;
  return kServersRows[0];
}

// "" where it is allowed, else what is not: "command", "key b", "channel c".
Bytes denied(const User& user, std::vector<BytesView> args) {
  const Verdict verdict = check(all_known(), user, row_of(args), args);
  switch (verdict.denied) {
    case Denied::kNothing:
      return "";
    case Denied::kCommand:
      return "command";
    case Denied::kKey:
      return "key " + Bytes(args[verdict.place]);
    case Denied::kChannel:
      break;
  }
  return "channel " + Bytes(args[verdict.place]);
}

TEST(Check, AllowsWhatTheRulesAllow) {
  const User user = ruled({"+get", "+config|get", "~*"});
  EXPECT_EQ(denied(user, {"get", "a"}), "");
  EXPECT_EQ(denied(user, {"set", "a", "b"}), "command");
  EXPECT_EQ(denied(user, {"config", "get", "a"}), "");
  EXPECT_EQ(denied(user, {"config", "set", "a", "b"}), "command");
}

TEST(Check, LetsEverybodyLogIn) {
  EXPECT_EQ(denied(ruled({}), {"auth", "a", "b"}), "");
}

TEST(Check, LooksAtTheFirstWordInAnyCase) {
  const User user = ruled({"+select|Users"});
  EXPECT_EQ(denied(user, {"select", "uSERS"}), "");
  EXPECT_EQ(denied(user, {"select", "0"}), "command");
  EXPECT_EQ(denied(user, {"select"}), "command");
}

TEST(Check, LooksAtEachKey) {
  const User user = ruled({"+@all", "~a*", "~b"});
  EXPECT_EQ(denied(user, {"mget", "a", "ab", "b"}), "");
  EXPECT_EQ(denied(user, {"mget", "a", "bc", "c"}), "key bc");
  EXPECT_EQ(denied(user, {"ping"}), "");
  EXPECT_EQ(denied(user, {"zunionstore", "d", "1", "a"}), "key d");
  EXPECT_EQ(denied(user, {"eval", "return 1", "1", "c"}), "key c");
  EXPECT_EQ(denied(user, {"eval", "return 1", "0", "c"}), "");
  EXPECT_EQ(denied(user, {"get"}), "");
}

TEST(Check, TellsReadingFromWriting) {
  const User user = ruled({"+@all", "%R~r*", "%W~w*", "%RW~x*"});
  EXPECT_EQ(denied(user, {"get", "r"}), "");
  EXPECT_EQ(denied(user, {"get", "w"}), "key w");
  EXPECT_EQ(denied(user, {"set", "w", "v"}), "");
  EXPECT_EQ(denied(user, {"set", "w", "v", "get"}), "key w");
  EXPECT_EQ(denied(user, {"set", "r", "v"}), "key r");
  EXPECT_EQ(denied(user, {"incr", "w"}), "key w");
  EXPECT_EQ(denied(user, {"incr", "x"}), "");
  EXPECT_EQ(denied(user, {"copy", "r", "w"}), "");
  EXPECT_EQ(denied(user, {"copy", "w", "r"}), "key w");
  EXPECT_EQ(denied(user, {"bitfield", "r", "get", "u4", "0"}), "");
  EXPECT_EQ(denied(user, {"bitfield", "r", "set", "u4", "0", "1"}), "key r");
}

TEST(Check, AsksForAnyRuleWhereAKeyIsOnlyLookedAt) {
  const User user = ruled({"+@all", "%R~r", "%W~w"});
  EXPECT_EQ(denied(user, {"exists", "r", "w"}), "");
  EXPECT_EQ(denied(user, {"exists", "r", "o"}), "key o");
  EXPECT_EQ(denied(user, {"strlen", "w"}), "");
}

TEST(Check, WantsOnePatternThatAllowsAllOfIt) {
  const User user = ruled({"+@all", "%R~a*", "%W~ab*"});
  EXPECT_EQ(denied(user, {"incr", "ab"}), "key ab");
}

TEST(Check, WantsOneSelectorThatAllowsAllOfIt) {
  const User user = ruled({"(+get ~a)", "(+set ~b)", "(+@all %R~r)", "(+@all %W~w)"});
  EXPECT_EQ(denied(user, {"get", "a"}), "");
  EXPECT_EQ(denied(user, {"set", "b", "v"}), "");
  EXPECT_EQ(denied(user, {"set", "a", "v"}), "key a");
  EXPECT_EQ(denied(user, {"copy", "r", "w"}), "key w");
}

TEST(Check, TellsTheFaultOfTheSelectorThatCameFarthest) {
  const User user = ruled({"+mget", "~k", "(+mget ~k ~o)"});
  EXPECT_EQ(denied(user, {"get", "k"}), "command");
  EXPECT_EQ(denied(user, {"mget", "o", "s"}), "key s");
  EXPECT_EQ(denied(user, {"mget", "k", "o", "s"}), "key s");
}

TEST(Check, LooksAtEveryKeyThatMightBeStoredTo) {
  const User user = ruled({"+@all", "%R~r", "%W~w"});
  const auto stored = [&user](std::vector<BytesView> words) {
    std::vector<BytesView> args = {"georadius", "r", "1", "2", "3", "m"};
    args.insert(args.end(), words.begin(), words.end());
    return denied(user, std::move(args));
  };
  EXPECT_EQ(stored({}), "");
  EXPECT_EQ(stored({"store", "w"}), "");
  EXPECT_EQ(stored({"store", "w", "store", "o"}), "key o");
  EXPECT_EQ(stored({"storedist", "o", "store", "w"}), "key o");
  EXPECT_EQ(denied(user, {"sort", "r", "store", "o"}), "key o");
}

// Where the command does, which takes a word up to a NUL.
TEST(Check, ReadsWordsAsTheCommandsDo) {
  const User user = ruled({"+@all", "%R~r", "%W~w"});
  EXPECT_EQ(denied(user, {"sort", "r", BytesView("STORE\0", 6), "o"}), "key o");
  // The last one is the command's own, the one before it is found by its word alone.
  EXPECT_EQ(denied(user, {"georadius", "r", "1", "2", "3", "m", BytesView("store\0x", 7), "o",
                          "store", "w"}),
            "key o");
  EXPECT_EQ(denied(user, {"set", "w", "v"}), "");
  EXPECT_EQ(denied(user, {"set", "w", "v", BytesView("get\0", 4)}), "key w");
}

TEST(Check, LooksAtChannels) {
  const User user = ruled({"+@all", "&c:*", "&d"});
  EXPECT_EQ(denied(user, {"publish", "c:1", "o"}), "");
  EXPECT_EQ(denied(user, {"publish", "o", "c:1"}), "channel o");
  EXPECT_EQ(denied(user, {"subscribe", "d", "c:2"}), "");
  EXPECT_EQ(denied(user, {"subscribe", "d", "o"}), "channel o");
  EXPECT_EQ(denied(user, {"unsubscribe", "o"}), "");
  EXPECT_EQ(denied(ruled({"+@all", "&*"}), {"subscribe", "o"}), "");
}

TEST(Check, AllowsAPatternThatStandsInTheRulesItself) {
  const User user = ruled({"+@all", "&c:*", "&d"});
  EXPECT_EQ(denied(user, {"psubscribe", "c:*"}), "");
  EXPECT_EQ(denied(user, {"psubscribe", "c:1*"}), "channel c:1*");
  EXPECT_TRUE(may_hear(user, "c:1", false));
  EXPECT_FALSE(may_hear(user, "c:1", true));
  EXPECT_TRUE(may_hear(ruled({"(&*)"}), "c:1", true));
}

TEST(Check, SeesWhereChannelsAreTakenAway) {
  const User none = ruled({"+get"});
  const User some = ruled({"&a*", "&b"});
  const User all = ruled({"&*"});
  EXPECT_TRUE(hears_as_much(none, none));
  EXPECT_TRUE(hears_as_much(some, none));
  EXPECT_TRUE(hears_as_much(ruled({"&b", "(&a*)"}), some));
  EXPECT_TRUE(hears_as_much(ruled({"&b", "(&*)"}), some));
  EXPECT_TRUE(hears_as_much(all, all));
  EXPECT_FALSE(hears_as_much(none, some));
  EXPECT_FALSE(hears_as_much(ruled({"&a*"}), some));
  EXPECT_FALSE(hears_as_much(some, all));
  EXPECT_FALSE(hears_as_much(some, ruled({"&b", "(&c)"})));
}

TEST(Check, LetsWhoReadsAllKeysReadThoseThatAreNotNamed) {
  const std::vector<BytesView> args = {"sort", "k", "by", "w*"};
  const auto may = [&args](std::initializer_list<BytesView> rules) {
    return may_read_any_key(all_known(), ruled(rules), row_of(args), args);
  };
  EXPECT_TRUE(may({"+sort", "~*"}));
  EXPECT_TRUE(may({"+sort", "%R~*"}));
  EXPECT_FALSE(may({"+sort", "~k", "~w*"}));
  EXPECT_FALSE(may({"+sort", "~k", "%W~*"}));
  EXPECT_FALSE(may({"+sort", "~k", "(+get ~*)"}));
  EXPECT_TRUE(may({"+sort", "~k", "(+sort ~*)"}));
}

}  // namespace
}  // namespace keemun::acl
