// What a client may not send: the limits of Redis 7.0.15, and those that can be set.
#include <gmock/gmock.h>

#include "request_transcript.h"
#include "resp/request_parser.h"

namespace keemun::resp {
namespace {

using testing::ElementsAre;

constexpr size_t kLineBytesMax = 65536;

TEST(RequestLimits, WaitForALineOfSixtyFourKibibytesAndNoLonger) {
  const auto error = [](BytesView start, size_t size, BytesView end) {
    Bytes line(start);
    line.append(size - start.size(), '1').append(end);
    return parse_whole(line).error;
  };
  EXPECT_EQ(error("x", kLineBytesMax, ""), "");
  EXPECT_EQ(error("x", kLineBytesMax + 1, ""), "ERR Protocol error: too big inline request");
  EXPECT_EQ(error("x", kLineBytesMax, "\n"), "");
  EXPECT_EQ(error("x", kLineBytesMax + 1, "\n"), "ERR Protocol error: too big inline request");
  EXPECT_EQ(error("*", kLineBytesMax, ""), "");
  EXPECT_EQ(error("*", kLineBytesMax + 1, ""), "ERR Protocol error: too big mbulk count string");
  EXPECT_EQ(error("*", kLineBytesMax, "\r\n"), "ERR Protocol error: invalid multibulk length");
}

TEST(RequestLimits, CountALineFromItsOwnStart) {
  const Bytes digits(kLineBytesMax - 1, '1');
  EXPECT_EQ(parse_whole("*1\r\n$" + digits).error, "");
  EXPECT_EQ(parse_whole("*1\r\n$" + digits + "1").error,
            "ERR Protocol error: too big bulk count string");
  EXPECT_EQ(parse_whole("*1\r\n$" + digits + "\r\n").error,
            "ERR Protocol error: invalid bulk length");
}

TEST(RequestLimits, EndAnInlineCommandWhoseEndANulHides) {
  Bytes line("a\0\n", 3);
  line.append(kLineBytesMax - line.size(), 'x');
  EXPECT_EQ(parse_whole(line).error, "");
  EXPECT_EQ(parse_whole(line + "x").error, "ERR Protocol error: too big inline request");
}

TEST(RequestLimits, CanBeSet) {
  const RequestLimits limits = {
      .bulk_bytes_max = 3, .argument_count_max = 2, .inline_bytes_max = 8, .request_bytes_max = 20};
  EXPECT_THAT(parse_whole("*2\r\n$3\r\nabc\r\n$0\r\n\r\n", limits).requests,
              ElementsAre(ElementsAre("abc", "")));
  EXPECT_EQ(parse_whole("*3\r\n", limits).error, "ERR Protocol error: invalid multibulk length");
  EXPECT_EQ(parse_whole("*1\r\n$4\r\n", limits).error, "ERR Protocol error: invalid bulk length");
  EXPECT_EQ(parse_whole("123456789", limits).error, "ERR Protocol error: too big inline request");
  EXPECT_EQ(parse_whole("*2\r\n$3\r\nabc\r\n$3\r\n", limits).error,
            "ERR Protocol error: too big request");
}

TEST(RequestLimits, CountEveryByteOfARequest) {
  const BytesView request = "*1\r\n$3\r\nabc\r\n";
  EXPECT_EQ(parse_whole(request, {.request_bytes_max = request.size()}).requests.size(), 1u);
  EXPECT_EQ(parse_whole(request, {.request_bytes_max = request.size() - 1}).error,
            "ERR Protocol error: too big request");
}

TEST(RequestLimits, AreTightUntilTheClientAuthenticates) {
  const auto error = [](BytesView stream) {
    RequestParser parser;
    parser.set_authentication_required(true);
    parser.feed(stream);
    parser.next();
    return parser.error();
  };
  EXPECT_EQ(error("*11\r\n"), "ERR Protocol error: unauthenticated multibulk length");
  EXPECT_EQ(error("*10\r\n"), "");
  EXPECT_EQ(error("*1\r\n$16385\r\n"), "ERR Protocol error: unauthenticated bulk length");
  EXPECT_EQ(error("*1\r\n$16384\r\n"), "");
  EXPECT_EQ(error("*1\r\n$536870913\r\n"), "ERR Protocol error: invalid bulk length");
}

TEST(RequestLimits, LoosenBetweenTwoRequestsOfOnePiece) {
  RequestParser parser;
  parser.set_authentication_required(true);
  parser.feed("AUTH x\r\n*11\r\n$20000\r\n");
  ASSERT_EQ(parser.next(), RequestParser::Status::kRequest);
  parser.set_authentication_required(false);
  EXPECT_EQ(parser.next(), RequestParser::Status::kNeedMore);
}

}  // namespace
}  // namespace keemun::resp
