#include "resp/reply.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace keemun::resp {
namespace {

TEST(Reply, IsANullByDefault) {
  EXPECT_EQ(Reply().kind(), Reply::Kind::kNull);
  EXPECT_EQ(Reply(), Reply::null());
}

TEST(Reply, KnowsErrorsNullsAndAggregates) {
  EXPECT_TRUE(Reply::error("ERR x").is_error());
  EXPECT_FALSE(Reply::status("ERR x").is_error());
  EXPECT_TRUE(Reply::null().is_null());
  EXPECT_TRUE(Reply::null_array().is_null());
  EXPECT_FALSE(Reply::bulk("").is_null());
  EXPECT_TRUE(Reply::array().is_aggregate());
  EXPECT_TRUE(Reply::map().is_aggregate());
  EXPECT_TRUE(Reply::set().is_aggregate());
  EXPECT_TRUE(Reply::push({}).is_aggregate());
  EXPECT_FALSE(Reply::null_array().is_aggregate());
  EXPECT_FALSE(Reply::bulk("*0").is_aggregate());
}

TEST(Reply, VerbatimKeepsItsFormatInFront) {
  const Reply reply = Reply::verbatim("txt", BytesView("a\0b", 3));
  EXPECT_EQ(reply.text(), Bytes("txt:a\0b", 7));
  EXPECT_EQ(reply.verbatim_text(), BytesView("a\0b", 3));
  EXPECT_EQ(Reply::verbatim("mkd", "").verbatim_text(), "");
}

TEST(Reply, EqualsOnlyTheSameKindAndBits) {
  EXPECT_EQ(Reply::bulk("1"), Reply::bulk("1"));
  EXPECT_FALSE(Reply::bulk("1") == Reply::status("1"));
  EXPECT_FALSE(Reply::integer(1) == Reply::boolean(true));
  EXPECT_FALSE(Reply::null() == Reply::null_array());
  EXPECT_FALSE(Reply::array() == Reply::set());
  EXPECT_FALSE(Reply::number(0.0) == Reply::number(-0.0));
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(Reply::number(nan), Reply::number(nan));
  EXPECT_EQ(Reply::array({Reply::integer(1), Reply::null()}),
            Reply::array({Reply::integer(1), Reply::null()}));
  EXPECT_FALSE(Reply::array({Reply::integer(1)}) == Reply::array({Reply::integer(2)}));
}

TEST(ReplyResp2Form, LeavesWhatResp2KnowsAlone) {
  for (const Reply& reply :
       {Reply::ok(), Reply::error("ERR x"), Reply::integer(-5), Reply::bulk("abc"), Reply::null(),
        Reply::null_array(), Reply::array({Reply::bulk("a"), Reply::null()})}) {
    EXPECT_EQ(reply.resp2_form(), reply);
  }
}

TEST(ReplyResp2Form, FlattensMapsSetsAndPushesToArrays) {
  const Reply::Items items = {Reply::bulk("a"), Reply::integer(1)};
  EXPECT_EQ(Reply::map(items).resp2_form(), Reply::array(items));
  EXPECT_EQ(Reply::set(items).resp2_form(), Reply::array(items));
  EXPECT_EQ(Reply::push(items).resp2_form(), Reply::array(items));
}

TEST(ReplyResp2Form, ReachesItemsOfItems) {
  const Reply nested = Reply::array({Reply::map({Reply::bulk("a"), Reply::number(1.5)})});
  EXPECT_EQ(nested.resp2_form(),
            Reply::array({Reply::array({Reply::bulk("a"), Reply::bulk("1.5")})}));
}

TEST(ReplyResp2Form, WritesScalarsAsBulksAndBooleansAsIntegers) {
  EXPECT_EQ(Reply::boolean(true).resp2_form(), Reply::integer(1));
  EXPECT_EQ(Reply::boolean(false).resp2_form(), Reply::integer(0));
  EXPECT_EQ(Reply::big_number("-12345678901234567890").resp2_form(),
            Reply::bulk("-12345678901234567890"));
  EXPECT_EQ(Reply::verbatim("txt", "hello").resp2_form(), Reply::bulk("hello"));
}

TEST(ReplyResp2Form, PrintsDoublesWithSeventeenDigits) {
  const auto text = [](double value) { return Reply::number(value).resp2_form().text(); };
  EXPECT_EQ(text(0), "0");
  EXPECT_EQ(text(-0.0), "-0");
  EXPECT_EQ(text(3), "3");
  EXPECT_EQ(text(3.1), "3.1000000000000001");
  EXPECT_EQ(text(1e20), "1e+20");
  EXPECT_EQ(text(1e-5), "1.0000000000000001e-05");
  EXPECT_EQ(text(-std::numeric_limits<double>::max()), "-1.7976931348623157e+308");
  EXPECT_EQ(text(INFINITY), "inf");
  EXPECT_EQ(text(-INFINITY), "-inf");
  EXPECT_EQ(text(std::numeric_limits<double>::quiet_NaN()), "nan");
  EXPECT_EQ(text(-std::numeric_limits<double>::quiet_NaN()), "-nan");
}

}  // namespace
}  // namespace keemun::resp
