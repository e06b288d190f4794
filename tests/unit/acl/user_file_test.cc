// Files of users: read, written, and told what is wrong with them.
#include "acl/user_file.h"

#include <gtest/gtest.h>

#include "ruled_user.h"

namespace keemun::acl {
namespace {

const Rules& rules() {
  static const Rules kRules(all_known());
  return kRules;
}

// What is written of the users that are read, or what is wrong, but for the words at its end.
Bytes read(BytesView text) {
  constexpr BytesView kEnd =
      "WARNING: ACL errors detected, no change to the previously active ACL rules was performed";
  auto result = read_users(rules(), "u.acl", text);
  if (auto* faults = std::get_if<Bytes>(&result)) {
    EXPECT_TRUE(faults->ends_with(kEnd)) << *faults;
    return faults->substr(0, faults->size() - kEnd.size());
  }
  Bytes lines;
  for (const User& user : std::get<std::vector<User>>(result)) {
    lines += user_line(all_known(), user) + "\n";
  }
  return lines;
}

TEST(UserFile, HasAUserInEachLine) {
  EXPECT_EQ(read(""), "");
  EXPECT_EQ(read("\n\n  user a on ~x*   +@all  \r\nuser b"),
            "user a on ~x* resetchannels +@all\nuser b off resetchannels -@all\n");
  EXPECT_EQ(read("user a (+get  ~x ) ( ~y)\n"),
            "user a off resetchannels -@all (~x resetchannels -@all +get) (~y resetchannels "
            "-@all)\n");
}

TEST(UserFile, HasNothingElse) {
  EXPECT_EQ(read("user a on\n# no\nuser\nusr b\n"),
            "u.acl:2 should start with user keyword followed by the username. "
            "u.acl:3 should start with user keyword followed by the username. "
            "u.acl:4 should start with user keyword followed by the username. ");
  EXPECT_EQ(read("user a\ton\n"), "'u.acl:1: username 'a\ton' contains invalid characters. ");
  EXPECT_EQ(read("user a on\n\nuser a off\n"), "WARNING: Duplicate user 'a' found on line 3. ");
  EXPECT_EQ(read("user a (+get\n"), "u.acl:1: Unmatched parenthesis in selector definition.");
}

TEST(UserFile, TellsEachUnknownNameAndOneOtherFault) {
  EXPECT_EQ(read("user a b +nosuch c +@nosuch\nuser d e\n"),
            "u.acl:1: Syntax error. "
            "u.acl:1: Error in applying operation '+nosuch': Unknown command or category name in "
            "ACL. "
            "u.acl:1: Error in applying operation '+@nosuch': Unknown command or category name in "
            "ACL. u.acl:2: Syntax error. ");
}

TEST(UserFile, IsReadAsItWasWritten) {
  Users users(rules());
  users.put(ruled({"on", ">p", "~x", "%R~y", "&c", "+@all", "-@string", "(+set ~z)"}));
  const Bytes text = written_users(all_known(), users);
  EXPECT_EQ(read(text), text);
}

TEST(UserFile, KeepsQuotationMarksWithinSelectors) {
  for (const char* pattern : {"a'b", "'a'", "a\"b\\", "a)", "\"", "\xff'"}) {
    User user = ruled({"(+get ~x)"});
    user.selectors.back().keys.back().pattern = pattern;
    user.selectors.back().channels = {Bytes(pattern)};
    Users users(rules());
    users.put(user);
    const Bytes text = written_users(all_known(), users);
    const auto again = std::get<std::vector<User>>(read_users(rules(), "u.acl", text));
    const Selector& selector = again.front().selectors.back();
    EXPECT_EQ(selector.keys.back().pattern, pattern) << text;
    EXPECT_EQ(selector.channels, std::vector<Bytes>{pattern}) << text;
    EXPECT_EQ(read(text), text);
  }
}

}  // namespace
}  // namespace keemun::acl
