#include "format/namespaces.h"

#include <gtest/gtest.h>

#include <vector>

#include "format/slot_prefixes.h"

namespace keemun::format {
namespace {

bool are_free(std::vector<BytesView> names) {
  return namespaces_are_prefix_free(names);
}

TEST(Namespaces, MayDifferAnywhere) {
  EXPECT_TRUE(are_free({}));
  EXPECT_TRUE(are_free({"a"}));
  EXPECT_TRUE(are_free({""}));
  EXPECT_TRUE(are_free({"b", "a", "cd", "ce"}));
}

TEST(Namespaces, MayNotStartOneAnother) {
  EXPECT_FALSE(are_free({"ab", "a"}));
  EXPECT_FALSE(are_free({"a", "abc", "abd", "b"}));
  EXPECT_FALSE(are_free({"abd", "b", "abc", "a"}));
  EXPECT_FALSE(are_free({"a", "", "b"}));
}

TEST(Namespaces, MayNotAppearTwice) {
  EXPECT_FALSE(are_free({"a", "b", "a"}));
}

TEST(Namespaces, TheOnePrefixThatLooksLikeARowIsAvoided) {
  EXPECT_TRUE(namespace_is_clear_of_slot_prefixes("d"));
  const BytesView prefix = slot_prefix(Slot(3504));
  ASSERT_TRUE(prefix.starts_with("s#"));
  EXPECT_FALSE(namespace_is_clear_of_slot_prefixes(prefix.substr(2)));
  EXPECT_FALSE(namespace_is_clear_of_slot_prefixes(prefix.substr(2, 1)));
  EXPECT_FALSE(namespace_is_clear_of_slot_prefixes(Bytes(prefix.substr(2)) + "more"));
  EXPECT_FALSE(namespace_is_clear_of_slot_prefixes(""));
}

}  // namespace
}  // namespace keemun::format
