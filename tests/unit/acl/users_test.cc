// The table of users: who is there, and who may log in.
#include "acl/users.h"

#include <gtest/gtest.h>

#include "ruled_user.h"

namespace keemun::acl {
namespace {

class UserTable : public testing::Test {
 protected:
  std::vector<Bytes> Names() const {
    std::vector<Bytes> names;
    for (const auto& [name, user] : users_.all()) names.push_back(name);
    return names;
  }

  Rules rules_{all_known()};
  Users users_{rules_};
};

TEST_F(UserTable, BeginsWithOneWhoMayDoEverything) {
  EXPECT_EQ(Names(), std::vector<Bytes>{"default"});
  EXPECT_TRUE(users_.default_user()->may_do_everything);
  EXPECT_TRUE(users_.is_open());
  EXPECT_EQ(users_.with_password("default", "anything"), users_.default_user());
}

TEST_F(UserTable, LetsInWhoIsOnAndKnowsOneOfThePasswords) {
  users_.put(ruled({"on", ">p", ">q"}));
  EXPECT_NE(users_.with_password("a", "p"), nullptr);
  EXPECT_NE(users_.with_password("a", "q"), nullptr);
  EXPECT_EQ(users_.with_password("a", "r"), nullptr);
  EXPECT_EQ(users_.with_password("b", "p"), nullptr);
  users_.put(ruled({"off", ">p"}));
  EXPECT_EQ(users_.with_password("a", "p"), nullptr);
  users_.put(ruled({"on"}));
  EXPECT_EQ(users_.with_password("a", ""), nullptr);
}

TEST_F(UserTable, ChangesAUserForThoseWhoHoldIt) {
  users_.put(ruled({"on"}));
  const auto held = users_.find("a");
  users_.put(ruled({"off"}));
  EXPECT_FALSE(held->is_on);
  users_.erase("a");
  EXPECT_EQ(users_.find("a"), nullptr);
}

TEST_F(UserTable, ReplacesAllButWhoTheDefaultIs) {
  users_.put(ruled({"on"}));
  const auto old_default = users_.default_user();
  const auto old_user = users_.find("a");
  User closed = rules_.new_user("default");
  users_.replace({ruled({"on"}), closed});
  EXPECT_EQ(users_.default_user(), old_default);
  EXPECT_FALSE(users_.is_open());
  EXPECT_NE(users_.find("a"), old_user);
  users_.replace({});
  EXPECT_EQ(Names(), std::vector<Bytes>{"default"});
  EXPECT_TRUE(users_.is_open());
}

TEST_F(UserTable, TakesNamesOfOneWord) {
  EXPECT_NO_THROW(check_user_name("a-b.c"));
  for (const BytesView name : {BytesView("a b"), BytesView("a\n"), BytesView("a\0b", 3)}) {
    EXPECT_THROW(check_user_name(name), CommandError);
  }
}

}  // namespace
}  // namespace keemun::acl
