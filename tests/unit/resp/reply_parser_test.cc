#include "resp/reply_parser.h"

#include <gmock/gmock.h>

#include <cmath>

namespace keemun::resp {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

struct ReplyTranscript {
  std::vector<Reply> replies;
  Bytes error;
};

ReplyTranscript parse(BytesView stream, const ReplyLimits& limits = {}) {
  ReplyParser parser(limits);
  parser.feed(stream);
  ReplyTranscript transcript;
  Reply reply;
  while (parser.next(reply) == ReplyParser::Status::kReply) transcript.replies.push_back(reply);
  transcript.error = parser.error();
  return transcript;
}

std::vector<Reply> replies_of(BytesView stream) {
  ReplyTranscript transcript = parse(stream);
  EXPECT_EQ(transcript.error, "") << stream;
  return transcript.replies;
}

TEST(ReplyParser, ReadsEveryScalar) {
  EXPECT_THAT(replies_of("+OK\r\n-ERR no\r\n:-5\r\n$3\r\na\r\n\r\n$-1\r\n*-1\r\n"),
              ElementsAre(Reply::ok(), Reply::error("ERR no"), Reply::integer(-5),
                          Reply::bulk("a\r\n"), Reply::null(), Reply::null_array()));
  EXPECT_THAT(
      replies_of("_\r\n#t\r\n#f\r\n(-12\r\n=6\r\ntxt:ab\r\n!5\r\nERR x\r\n"),
      ElementsAre(Reply::null(), Reply::boolean(true), Reply::boolean(false),
                  Reply::big_number("-12"), Reply::verbatim("txt", "ab"), Reply::error("ERR x")));
  EXPECT_THAT(replies_of(",1.5\r\n,-0\r\n,inf\r\n,-inf\r\n"),
              ElementsAre(Reply::number(1.5), Reply::number(-0.0), Reply::number(INFINITY),
                          Reply::number(-INFINITY)));
  EXPECT_TRUE(std::isnan(replies_of(",nan\r\n").at(0).number()));
  EXPECT_TRUE(std::isnan(replies_of(",-nan\r\n").at(0).number()));
}

TEST(ReplyParser, ReadsAggregates) {
  const Reply::Items items = {Reply::integer(1), Reply::integer(2)};
  EXPECT_THAT(
      replies_of("*2\r\n:1\r\n:2\r\n%1\r\n:1\r\n:2\r\n~2\r\n:1\r\n:2\r\n>2\r\n:1\r\n:2\r\n"),
      ElementsAre(Reply::array(items), Reply::map(items), Reply::set(items), Reply::push(items)));
  EXPECT_THAT(replies_of("*0\r\n%0\r\n~0\r\n>0\r\n"),
              ElementsAre(Reply::array(), Reply::map(), Reply::set(), Reply::push({})));
  EXPECT_THAT(
      replies_of("*3\r\n*1\r\n*0\r\n*-1\r\n%1\r\n+a\r\n*1\r\n:1\r\n+next\r\n"),
      ElementsAre(
          Reply::array({Reply::array({Reply::array()}), Reply::null_array(),
                        Reply::map({Reply::status("a"), Reply::array({Reply::integer(1)})})}),
          Reply::status("next")));
}

TEST(ReplyParser, WaitsForTheRest) {
  const Bytes stream = "*2\r\n$3\r\nabc\r\n%1\r\n+a\r\n=5\r\ntxt:b\r\n";
  for (size_t size = 0; size < stream.size(); ++size) {
    EXPECT_THAT(replies_of(stream.substr(0, size)), IsEmpty()) << size;
  }
  ReplyParser parser;
  Reply reply;
  for (const char byte : stream) {
    EXPECT_EQ(parser.next(reply), ReplyParser::Status::kNeedMore);
    EXPECT_EQ(reply, Reply());
    parser.feed(BytesView(&byte, 1));
  }
  EXPECT_EQ(parser.next(reply), ReplyParser::Status::kReply);
  EXPECT_EQ(reply, Reply::array({Reply::bulk("abc"),
                                 Reply::map({Reply::status("a"), Reply::verbatim("txt", "b")})}));
}

TEST(ReplyParser, RefusesWhatIsNoReply) {
  const std::vector<std::pair<BytesView, BytesView>> cases = {
      {"\r\n", "empty line in place of a reply"},
      {"x\r\n", "unknown reply type"},
      {"+a\n", "line without its CR"},
      {"+a\rb", "line without its LF"},
      {":\r\n", "invalid integer"},
      {":1x\r\n", "invalid integer"},
      {"_a\r\n", "invalid null"},
      {",\r\n", "invalid double"},
      {",1,5\r\n", "invalid double"},
      {"#x\r\n", "invalid boolean"},
      {"(\r\n", "invalid big number"},
      {"(-\r\n", "invalid big number"},
      {"(1a\r\n", "invalid big number"},
      {"$-2\r\n", "invalid bulk length"},
      {"$?\r\n", "invalid bulk length"},
      {"$536870913\r\n", "invalid bulk length"},
      {"=-1\r\n", "invalid bulk length"},
      {"$1\r\nabc", "bulk without its line end"},
      {"=3\r\ntxt\r\n", "invalid verbatim format"},
      {"=4\r\ntxtx\r\n", "invalid verbatim format"},
      {"*-2\r\n", "invalid item count"},
      {"%-1\r\n", "invalid item count"},
      {"*?\r\n", "invalid item count"},
      {"*4194305\r\n", "invalid item count"},
      {"%2097153\r\n", "invalid item count"},
      {"*9223372036854775807\r\n", "invalid item count"},
  };
  for (const auto& [stream, error] : cases) EXPECT_EQ(parse(stream).error, error) << stream;
}

TEST(ReplyParser, StaysInErrorWhateverComes) {
  ReplyParser parser;
  Reply reply;
  parser.feed("+a\r\n?\r\n+b\r\n");
  EXPECT_EQ(parser.next(reply), ReplyParser::Status::kReply);
  EXPECT_EQ(parser.next(reply), ReplyParser::Status::kError);
  parser.feed("+c\r\n");
  EXPECT_EQ(parser.next(reply), ReplyParser::Status::kError);
  EXPECT_EQ(reply, Reply::status("a"));
}

TEST(ReplyParser, RefusesNestingBeyondItsLimit) {
  const auto nested = [](size_t depth) {
    Bytes stream;
    for (size_t i = 0; i < depth; ++i) stream += "*1\r\n";
    return stream + ":1\r\n";
  };
  EXPECT_EQ(parse(nested(kReplyDepthMax)).replies.size(), 1u);
  EXPECT_EQ(parse(nested(kReplyDepthMax + 1)).error, "too deep nesting");
  EXPECT_EQ(parse(nested(1000000)).error, "too deep nesting");
}

TEST(ReplyParser, CountsTheItemsOfAllLevels) {
  const ReplyLimits limits = {.item_count_max = 4};
  EXPECT_EQ(parse("*2\r\n*1\r\n:1\r\n*1\r\n:1\r\n", limits).replies.size(), 1u);
  EXPECT_EQ(parse("*2\r\n*1\r\n:1\r\n%1\r\n", limits).error, "invalid item count");
  EXPECT_EQ(parse("*4\r\n:1\r\n:1\r\n:1\r\n:1\r\n*4\r\n", limits).error, "");
}

TEST(ReplyParser, RefusesLinesAndBulksBeyondItsLimits) {
  const ReplyLimits limits = {.bulk_bytes_max = 2, .line_bytes_max = 4};
  EXPECT_EQ(parse("+abc\r\n$2\r\nab\r\n", limits).replies.size(), 2u);
  EXPECT_EQ(parse("+abcd", limits).error, "too long line");
  EXPECT_EQ(parse("$3\r\n", limits).error, "invalid bulk length");
}

}  // namespace
}  // namespace keemun::resp
