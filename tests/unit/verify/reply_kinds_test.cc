#include "verify/reply_kinds.h"

#include <gtest/gtest.h>

namespace keemun::verify {
namespace {

using resp::Reply;

Reply bulk(BytesView text) {
  return Reply::bulk(Bytes(text));
}

// Whether what is expected comes so over that protocol.
bool comes_as(const Reply& expected, const Reply& observed, int protocol) {
  return are_of_same_kinds(on_wire(expected, protocol), observed);
}

TEST(ReplyKinds, OfResp2AreFew) {
  const Reply map = Reply::map({bulk("a"), Reply::number(1.5)});
  EXPECT_TRUE(comes_as(map, Reply::array({bulk("a"), bulk("1.5")}), 2));
  EXPECT_FALSE(comes_as(map, map, 2));
  EXPECT_FALSE(comes_as(map, Reply::array({bulk("a"), Reply::number(1.5)}), 2));
  EXPECT_TRUE(comes_as(Reply::set({bulk("a")}), Reply::array({bulk("a")}), 2));
  EXPECT_TRUE(comes_as(Reply::boolean(true), Reply::integer(1), 2));
  EXPECT_TRUE(comes_as(Reply::big_number("12"), bulk("12"), 2));
  EXPECT_TRUE(comes_as(Reply::verbatim("txt", "a"), bulk("a"), 2));
}

TEST(ReplyKinds, OfResp3AreEachItsOwn) {
  const Reply map = Reply::map({bulk("a"), Reply::number(1.5)});
  EXPECT_TRUE(comes_as(map, map, 3));
  EXPECT_FALSE(comes_as(map, Reply::array(map.items()), 3));
  EXPECT_FALSE(comes_as(map, Reply::map({bulk("a"), bulk("1.5")}), 3));
  EXPECT_FALSE(comes_as(Reply::array({bulk("a")}), Reply::set({bulk("a")}), 3));
  EXPECT_FALSE(comes_as(Reply::number(1), Reply::integer(1), 3));
  EXPECT_FALSE(comes_as(Reply::verbatim("txt", "a"), bulk("a"), 3));
}

TEST(ReplyKinds, AreTwoNullsInResp2AndOneInResp3) {
  EXPECT_TRUE(comes_as(Reply::null_array(), Reply::null_array(), 2));
  EXPECT_FALSE(comes_as(Reply::null_array(), Reply::null(), 2));
  EXPECT_FALSE(comes_as(Reply::null(), Reply::null_array(), 2));
  const Reply nested = Reply::map({bulk("a"), Reply::array({Reply::null_array()})});
  EXPECT_FALSE(comes_as(nested, Reply::array({bulk("a"), Reply::array({Reply::null()})}), 2));
  const Reply as_resp3 = Reply::map({bulk("a"), Reply::array({Reply::null()})});
  EXPECT_EQ(on_wire(nested, 3), as_resp3);
  EXPECT_TRUE(comes_as(nested, as_resp3, 3));
}

TEST(ReplyKinds, HaveNeitherOrderNorNumber) {
  const Reply one = Reply::map({bulk("a"), Reply::integer(1), bulk("b"), Reply::null()});
  const Reply other = Reply::map({bulk("b"), Reply::null(), bulk("a"), Reply::integer(1)});
  EXPECT_TRUE(comes_as(one, other, 3));
  // As those of FUNCTION LIST.
  const Reply short_one = Reply::map({bulk("a"), Reply::set()});
  const Reply long_one = Reply::map({bulk("a"), Reply::set({bulk("b")})});
  EXPECT_TRUE(comes_as(Reply::array({short_one, long_one}),
                       Reply::array({long_one.resp2_form(), short_one.resp2_form()}), 2));
  EXPECT_FALSE(
      comes_as(Reply::array({short_one, long_one}), Reply::array({short_one, short_one}), 3));
  // As a scan may.
  const auto page = [](Reply::Items items) {
    return Reply::array({bulk("0"), Reply::array(std::move(items))});
  };
  EXPECT_TRUE(comes_as(page({bulk("a")}), page({bulk("a"), bulk("a")}), 2));
}

TEST(ReplyKinds, ArePairsThatAreNestedOrNot) {
  const Reply flat = Reply::array({bulk("a"), bulk("1")});
  EXPECT_FALSE(comes_as(flat, Reply::array({flat}), 2));
}

}  // namespace
}  // namespace keemun::verify
