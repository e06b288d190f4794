// Commands written down: the fewest words that say the same.
#include "acl/rule_text.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "ruled_user.h"

namespace keemun::acl {
namespace {

Bytes commands_of(std::initializer_list<BytesView> rules) {
  return commands_text(all_known(), ruled(rules).own());
}

TEST(RuleText, IsOneCategoryWhereThatSaysAll) {
  for (const commands::CategoryName& known : commands::category_names()) {
    const Bytes name(known.name);
    EXPECT_EQ(commands_of({"+@" + name}), "-@all +@" + name);
    EXPECT_EQ(commands_of({"+@all", "-@" + name}), "+@all -@" + name);
  }
}

TEST(RuleText, NamesWhatACategoryIsNot) {
  EXPECT_EQ(commands_of({"+@string", "-get"}), "-@all +@string -get");
  EXPECT_EQ(commands_of({"+@all", "-@string", "+get"}), "+@all -@string +get");
}

TEST(RuleText, GoesByWhatWasSaidOfAllCommandsLast) {
  EXPECT_EQ(commands_of({"+@all", "-get", "+get"}), "+@all");
  EXPECT_EQ(commands_of({"+get", "-get"}), "-@all");
  EXPECT_EQ(commands_of({"+@all", "-get"}), "+@all -get");
  EXPECT_EQ(commands_of({"-@all", "+get", "+set"}), "-@all +set +get");
}

TEST(RuleText, TellsAContainerFromItsParts) {
  EXPECT_EQ(commands_of({"+config"}), "-@all +config");
  EXPECT_EQ(commands_of({"+config", "-config|set"}), "-@all +config -config|set");
  EXPECT_EQ(commands_of({"+config|get", "+config|set"}), "-@all +config|get +config|set");
  EXPECT_EQ(commands_of({"+@all", "-config|set"}), "+@all -config|set");
}

TEST(RuleText, LeavesOutFirstWordsOfWhatIsAllowed) {
  EXPECT_EQ(commands_of({"+get", "+get|a"}), "-@all +get");
  EXPECT_EQ(commands_of({"+@all", "-get", "+get|a"}), "+@all -get +get|a");
}

// Any rules about commands.
rc::Gen<Bytes> any_rule() {
  std::vector<Bytes> rules = {"+@all", "-@all", "+select|0", "+get|a"};
  for (const commands::CategoryName& known : commands::category_names()) {
    rules.push_back("+@" + Bytes(known.name));
    rules.push_back("-@" + Bytes(known.name));
  }
  for (size_t number = 0; number < all_known().size(); ++number) {
    rules.push_back("+" + all_known()[number].name);
    rules.push_back("-" + all_known()[number].name);
  }
  return rc::gen::elementOf(std::move(rules));
}

RC_GTEST_PROP(RuleText, MakesTheSameSelectorAgain, ()) {
  const Rules rules(all_known());
  User user = rules.new_user("a");
  for (const Bytes& rule : *rc::gen::container<std::vector<Bytes>>(any_rule())) {
    rules.apply(user, rule);
  }
  const Bytes text = commands_text(all_known(), user.own());
  User again = rules.new_user("a");
  for (BytesView rest = text; !rest.empty();) {
    const BytesView rule = rest.substr(0, rest.find(' '));
    rules.apply(again, rule);
    rest.remove_prefix(std::min(rule.size() + 1, rest.size()));
  }
  RC_ASSERT(again.own().commands == user.own().commands);
  RC_ASSERT(commands_text(all_known(), again.own()) == text);
}

}  // namespace
}  // namespace keemun::acl
