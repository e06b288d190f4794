// Rules one by one: what each changes, and what is no rule.
#include "acl/rules.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/sha.h"
#include "ruled_user.h"

namespace keemun::acl {
namespace {

using testing::HasSubstr;

TEST(Rules, LetANewUserDoNothing) {
  EXPECT_EQ(text_of({}), "off resetchannels -@all");
  EXPECT_EQ(text_of({""}), "off resetchannels -@all");
  EXPECT_FALSE(ruled({}).may_do_everything);
}

TEST(Rules, AreReadInAnyCase) {
  EXPECT_EQ(text_of({"ON", "NoPass", "AllCommands", "ALLKEYS", "AllChannels"}),
            "on nopass ~* &* +@all");
  EXPECT_EQ(text_of({"+GET", "+@Hash", "%rw~a"}), text_of({"+get", "+@hash", "~a"}));
}

TEST(Rules, KeepPasswordsAsHashesAndOnce) {
  const Bytes hash = sha256_hex("p");
  EXPECT_EQ(ruled({">p", ">p"}).passwords, std::vector<Bytes>{hash});
  EXPECT_EQ(ruled({">p", "#" + hash}).passwords, std::vector<Bytes>{hash});
  EXPECT_TRUE(ruled({">p", "<p"}).passwords.empty());
  EXPECT_TRUE(ruled({">p", "!" + hash}).passwords.empty());
  EXPECT_EQ(text_of({"<p"}), "The password you are trying to remove from the user does not exist");
  EXPECT_THAT(text_of({"#" + hash.substr(1)}), HasSubstr("must be exactly 64 characters"));
  EXPECT_THAT(text_of({"#" + hash.substr(1) + "A"}), HasSubstr("must be exactly 64 characters"));
}

TEST(Rules, LetNopassAndPasswordsReplaceEachOther) {
  EXPECT_TRUE(ruled({">p", "nopass"}).passwords.empty());
  EXPECT_TRUE(ruled({"nopass"}).needs_no_password);
  EXPECT_FALSE(ruled({"nopass", ">p"}).needs_no_password);
  EXPECT_FALSE(ruled({"nopass", "resetpass"}).needs_no_password);
}

TEST(Rules, TakeNoPatternBehindAllOfThem) {
  EXPECT_THAT(text_of({"~*", "~a"}), HasSubstr("Adding a pattern after the * pattern"));
  EXPECT_THAT(text_of({"allchannels", "&a"}), HasSubstr("Try 'resetchannels'"));
  EXPECT_EQ(text_of({"~*", "resetkeys", "~a", "&*", "resetchannels", "&b"}),
            "off ~a resetchannels &b -@all");
}

TEST(Rules, TakePatternsThatAreOneWord) {
  for (const BytesView rule : {"~a b", "~a\tb", "&a b", "%R~a b"}) {
    EXPECT_EQ(text_of({rule}), "Syntax error") << rule;
  }
  EXPECT_EQ(text_of({Bytes("~a\0b", 4)}), "Syntax error");
  for (const BytesView rule : {"%", "%~a", "%X~a", "%RR~a", "%Ra"}) {
    EXPECT_EQ(text_of({rule}), "Syntax error") << rule;
  }
}

TEST(Rules, AddReadingAndWritingOfOnePattern) {
  EXPECT_EQ(text_of({"%R~a", "%W~b"}), "off %R~a %W~b resetchannels -@all");
  EXPECT_EQ(text_of({"%R~a", "%W~a"}), "off ~a resetchannels -@all");
  EXPECT_EQ(text_of({"%RW~*"}), "off ~* resetchannels -@all");
  EXPECT_FALSE(ruled({"%RW~*"}).own().has_all_keys);
}

TEST(Rules, OfAContainerAreRulesOfItsSubcommands) {
  const CommandCatalogue& all = all_known();
  const User user = ruled({"+config", "-config|set"});
  EXPECT_TRUE(user.own().commands[*all.find("config")]);
  EXPECT_TRUE(user.own().commands[*all.find("config|get")]);
  EXPECT_FALSE(user.own().commands[*all.find("config|set")]);
  EXPECT_EQ(text_of({"+xgroup|create", "-xgroup"}), "off resetchannels -@all");
}

TEST(Rules, NameCommandsThatRedisHasAndNobodyHasHere) {
  EXPECT_EQ(text_of({"+xadd", "+xgroup|create"}), "off resetchannels -@all +xadd +xgroup|create");
}

TEST(Rules, AllowACommandWithOneFirstWord) {
  EXPECT_EQ(text_of({"+select|0", "+select|A", "+select|a"}),
            "off resetchannels -@all +select|0 +select|A");
  EXPECT_EQ(text_of({"+select|0", "+select"}), "off resetchannels -@all +select");
  EXPECT_EQ(text_of({"+select|0", "-select"}), "off resetchannels -@all");
  EXPECT_EQ(text_of({"+select|0", "+@connection", "-@connection"}), "off resetchannels -@all");
  EXPECT_EQ(text_of({"+select|"}), "Syntax error");
  EXPECT_EQ(text_of({"+select|0\nuser"}), "Syntax error");
  EXPECT_EQ(text_of({"-select|0"}), Bytes(kUnknownName));
  EXPECT_EQ(text_of({"+config|nosuch"}), Bytes(kUnknownName));
  EXPECT_EQ(text_of({"+config|get|a"}), "Allowing first-arg of a subcommand is not supported");
  EXPECT_EQ(text_of({"+get|a|b"}), Bytes(kUnknownName));
}

TEST(Rules, KnowNothingElse) {
  for (const BytesView rule : {"+", "-", "+nosuch", "-nosuch", "+@nosuch", "-@", "+|", "+|get"}) {
    EXPECT_EQ(text_of({rule}), Bytes(kUnknownName)) << rule;
  }
  for (const BytesView rule : {"@", "on ", "get", ")", "(+get", "+get)", "()()"}) {
    EXPECT_NE(text_of({rule}), "off resetchannels -@all") << rule;
  }
}

TEST(Rules, InParenthesesAreASelectorOfTheirOwn) {
  EXPECT_EQ(text_of({"+get", "(+set ~a)", "()"}),
            "off resetchannels -@all +get (~a resetchannels -@all +set) (resetchannels -@all)");
  EXPECT_EQ(text_of({"(+set)", "clearselectors"}), "off resetchannels -@all");
  EXPECT_EQ(text_of({"( \"~a\"  +get )"}), "off resetchannels -@all (~a resetchannels -@all +get)");
  for (const BytesView rule : {"(on)", "(>p)", "(nopass)", "(reset)", "(+get (+set))", "(\"~a)"}) {
    EXPECT_EQ(text_of({rule}), "Syntax error") << rule;
  }
}

TEST(Rules, JoinWordsToSelectors) {
  Bytes unclosed;
  const auto join = [&unclosed](std::vector<BytesView> words) {
    return joined_selectors(words, unclosed);
  };
  EXPECT_EQ(join({"on", "(", "~a", "+get", ")", "(~b", "+get)"}),
            (std::vector<Bytes>{"on", "( ~a +get )", "(~b +get)"}));
  EXPECT_EQ(join({")"}), std::vector<Bytes>{")"});
  EXPECT_EQ(join({"(~a", "(~b", "+get)"}), std::vector<Bytes>{"(~b +get)"});
  EXPECT_EQ(join({"on", "(", "(+get", "off"}), std::nullopt);
  EXPECT_EQ(unclosed, "(+get");
}

TEST(Rules, ResetLeavesNothing) {
  EXPECT_EQ(text_of({"on", ">p", "~*", "&*", "+@all", "(+get)", "skip-sanitize-payload", "reset"}),
            "off sanitize-payload resetchannels -@all");
}

TEST(Rules, GiveChannelsWhereTheyAreToldTo) {
  Rules rules(all_known());
  rules.gives_channels = true;
  User user = rules.new_user("a");
  rules.apply(user, "(+get)");
  EXPECT_EQ(user_text(all_known(), user), "off &* -@all (&* -@all +get)");
}

TEST(Rules, SayWhoMayDoEverything) {
  EXPECT_TRUE(ruled({"+@all", "~*", "&*"}).may_do_everything);
  EXPECT_TRUE(ruled({"(+@all ~* &*)"}).may_do_everything);
  EXPECT_TRUE(ruled({"+@all", "~*", "&*", "-get", "+get"}).may_do_everything);
  EXPECT_FALSE(ruled({"+@all", "~*", "&*", "-get"}).may_do_everything);
  EXPECT_FALSE(ruled({"+@all", "~a*", "&*"}).may_do_everything);
  EXPECT_FALSE(ruled({"+@all", "%RW~*", "&*"}).may_do_everything);
  EXPECT_FALSE(ruled({"+@all", "~*", "&a"}).may_do_everything);
  EXPECT_FALSE(ruled({"+@all", "~*", "(&*)"}).may_do_everything);
}

}  // namespace
}  // namespace keemun::acl
