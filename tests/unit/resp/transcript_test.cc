#include <gtest/gtest.h>

#include "resp/reply.h"

namespace keemun::resp {
namespace {

TEST(Transcript, ShowsScalarsAsRedisCliDoes) {
  EXPECT_EQ(to_transcript(Reply::ok()), "OK");
  EXPECT_EQ(to_transcript(Reply::error("ERR no")), "(error) ERR no");
  EXPECT_EQ(to_transcript(Reply::integer(-7)), "(integer) -7");
  EXPECT_EQ(to_transcript(Reply::null()), "(nil)");
  EXPECT_EQ(to_transcript(Reply::null_array()), "(nil)");
  EXPECT_EQ(to_transcript(Reply::number(1.5)), "(double) 1.5");
  EXPECT_EQ(to_transcript(Reply::boolean(true)), "(true)");
  EXPECT_EQ(to_transcript(Reply::boolean(false)), "(false)");
  EXPECT_EQ(to_transcript(Reply::big_number("123")), "(big number) 123");
  EXPECT_EQ(to_transcript(Reply::verbatim("txt", "a\nb")), "a\nb");
}

TEST(Transcript, QuotesBulkBytes) {
  EXPECT_EQ(to_transcript(Reply::bulk("abc")), "\"abc\"");
  EXPECT_EQ(to_transcript(Reply::bulk(Bytes("\0\x7f\xff ~", 5))), "\"\\x00\\x7f\\xff ~\"");
  EXPECT_EQ(to_transcript(Reply::bulk("\\\"\n\r\t\a\b")), R"("\\\"\n\r\t\a\b")");
}

TEST(Transcript, NamesEmptyAggregates) {
  EXPECT_EQ(to_transcript(Reply::array()), "(empty array)");
  EXPECT_EQ(to_transcript(Reply::map()), "(empty hash)");
  EXPECT_EQ(to_transcript(Reply::set()), "(empty set)");
  EXPECT_EQ(to_transcript(Reply::push({})), "(empty push)");
}

TEST(Transcript, NumbersItemsByKind) {
  const Reply::Items items = {Reply::bulk("a"), Reply::integer(1)};
  EXPECT_EQ(to_transcript(Reply::array(items)), "1) \"a\"\n2) (integer) 1");
  EXPECT_EQ(to_transcript(Reply::push(items)), "1) \"a\"\n2) (integer) 1");
  EXPECT_EQ(to_transcript(Reply::set(items)), "1~ \"a\"\n2~ (integer) 1");
  EXPECT_EQ(to_transcript(Reply::map(items)), "1# \"a\" => (integer) 1");
}

TEST(Transcript, IndentsNestedItemsByTheWidthOfTheIndex) {
  Reply::Items items(9, Reply::integer(0));
  items.push_back(Reply::array({Reply::integer(1), Reply::array({Reply::ok(), Reply::ok()})}));
  const Bytes text = to_transcript(Reply::array(items));
  EXPECT_EQ(text.substr(0, 16), " 1) (integer) 0\n");
  EXPECT_EQ(text.substr(text.find("10)")),
            "10) 1) (integer) 1\n"
            "    2) 1) OK\n"
            "       2) OK");
}

}  // namespace
}  // namespace keemun::resp
