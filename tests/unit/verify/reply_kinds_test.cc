#include "verify/reply_kinds.h"

#include <gtest/gtest.h>

namespace keemun::verify {
namespace {

using resp::Reply;

Reply bulk(BytesView text) {
  return Reply::bulk(Bytes(text));
}

TEST(ReplyKinds, OfResp2AreFew) {
  const Reply map = Reply::map({bulk("a"), Reply::number(1.5)});
  EXPECT_TRUE(has_kinds_of(map, Reply::array({bulk("a"), bulk("1.5")}), 2));
  EXPECT_FALSE(has_kinds_of(map, map, 2));
  EXPECT_FALSE(has_kinds_of(map, Reply::array({bulk("a"), Reply::number(1.5)}), 2));
  EXPECT_TRUE(has_kinds_of(Reply::set({bulk("a")}), Reply::array({bulk("a")}), 2));
  EXPECT_TRUE(has_kinds_of(Reply::boolean(true), Reply::integer(1), 2));
  EXPECT_TRUE(has_kinds_of(Reply::big_number("12"), bulk("12"), 2));
  EXPECT_TRUE(has_kinds_of(Reply::verbatim("txt", "a"), bulk("a"), 2));
}

TEST(ReplyKinds, OfResp3AreEachItsOwn) {
  const Reply map = Reply::map({bulk("a"), Reply::number(1.5)});
  EXPECT_TRUE(has_kinds_of(map, map, 3));
  EXPECT_FALSE(has_kinds_of(map, Reply::array(map.items()), 3));
  EXPECT_FALSE(has_kinds_of(map, Reply::map({bulk("a"), bulk("1.5")}), 3));
  EXPECT_FALSE(has_kinds_of(Reply::array({bulk("a")}), Reply::set({bulk("a")}), 3));
  EXPECT_FALSE(has_kinds_of(Reply::number(1), Reply::integer(1), 3));
  EXPECT_FALSE(has_kinds_of(Reply::verbatim("txt", "a"), bulk("a"), 3));
}

TEST(ReplyKinds, HaveNoOrder) {
  const Reply one = Reply::map({bulk("a"), Reply::integer(1), bulk("b"), Reply::null()});
  const Reply other = Reply::map({bulk("b"), Reply::null(), bulk("a"), Reply::integer(1)});
  EXPECT_TRUE(has_kinds_of(one, other, 3));
  EXPECT_TRUE(has_kinds_of(one, Reply::array(other.items()), 2));
  // As those of FUNCTION LIST.
  const Reply short_one = Reply::map({bulk("a"), Reply::set()});
  const Reply long_one = Reply::map({bulk("a"), Reply::set({bulk("b")})});
  EXPECT_TRUE(has_kinds_of(Reply::array({short_one, long_one}),
                           Reply::array({long_one.resp2_form(), short_one.resp2_form()}), 2));
  EXPECT_FALSE(
      has_kinds_of(Reply::array({short_one, long_one}), Reply::array({short_one, short_one}), 3));
}

TEST(ReplyKinds, HaveTwoNullsInResp2AndOneInResp3) {
  EXPECT_TRUE(has_kinds_of(Reply::null_array(), Reply::null_array(), 2));
  EXPECT_FALSE(has_kinds_of(Reply::null_array(), Reply::null(), 2));
  EXPECT_FALSE(has_kinds_of(Reply::null(), Reply::null_array(), 2));
  EXPECT_TRUE(has_kinds_of(Reply::null_array(), Reply::null(), 3));
  EXPECT_FALSE(has_kinds_of(Reply::array({Reply::null_array()}), Reply::array({Reply::null()}), 2));
}

TEST(ReplyKinds, ANullInThePlaceOfMoreIsNotTheirBusiness) {
  EXPECT_TRUE(has_kinds_of(Reply::array({bulk("a")}), Reply::null_array(), 2));
}

TEST(ReplyKinds, PairsAreNotNestedWhereRedisHasThemFlat) {
  const Reply flat = Reply::array({bulk("a"), bulk("1")});
  EXPECT_FALSE(has_kinds_of(flat, Reply::array({flat}), 2));
}

}  // namespace
}  // namespace keemun::verify
