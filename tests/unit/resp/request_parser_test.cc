// The expected requests and errors are those of a redis-server 7.0.15 that was sent the same bytes.
#include "resp/request_parser.h"

#include <gmock/gmock.h>

#include "request_transcript.h"

namespace keemun::resp {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

using namespace std::string_literals;

std::vector<std::vector<Bytes>> requests_of(BytesView stream) {
  const RequestTranscript transcript = parse_whole(stream);
  EXPECT_EQ(transcript.error, "") << stream;
  return transcript.requests;
}

Bytes error_of(BytesView stream) {
  const RequestTranscript transcript = parse_whole(stream);
  EXPECT_THAT(transcript.requests, IsEmpty()) << stream;
  return transcript.error;
}

const auto kPing = ElementsAre("PING");

TEST(RequestParser, ReadsArraysOfBulks) {
  EXPECT_THAT(requests_of("*2\r\n$3\r\nGET\r\n$1\r\na\r\n"), ElementsAre(ElementsAre("GET", "a")));
  EXPECT_THAT(requests_of("*1\r\n$4\r\nPING\r\n*1\r\n$0\r\n\r\n"),
              ElementsAre(kPing, ElementsAre("")));
  EXPECT_THAT(requests_of("*1\r\n$6\r\n\r\n\0*1$\r\n"s), ElementsAre(ElementsAre("\r\n\0*1$"s)));
}

TEST(RequestParser, ReadsInlineCommands) {
  EXPECT_THAT(requests_of("PING\r\n"), ElementsAre(kPing));
  EXPECT_THAT(requests_of("PING\n"), ElementsAre(kPing));
  EXPECT_THAT(requests_of("PING\r\r\n"), ElementsAre(kPing));
  EXPECT_THAT(requests_of(" set  a \"b c\" \r\n"), ElementsAre(ElementsAre("set", "a", "b c")));
  EXPECT_THAT(requests_of("ECHO a\rb\n"), ElementsAre(ElementsAre("ECHO", "a", "b")));
  EXPECT_THAT(requests_of("\"\" a\r\n"), ElementsAre(ElementsAre("", "a")));
}

TEST(RequestParser, SkipsEmptyRequests) {
  EXPECT_THAT(requests_of("\r\n\n  \r\nPING\n"), ElementsAre(kPing));
  EXPECT_THAT(requests_of("*0\r\n*-1\r\n*-7\r\nPING\r\n"), ElementsAre(kPing));
}

TEST(RequestParser, MixesArraysAndInlineCommands) {
  EXPECT_THAT(requests_of("PING\r\n*1\r\n$1\r\na\r\n*0\r\nb\n*1\r\n$1\r\nc\r\n"),
              ElementsAre(kPing, ElementsAre("a"), ElementsAre("b"), ElementsAre("c")));
}

TEST(RequestParser, LooksAtNoByteBehindACarriageReturnOrABulk) {
  EXPECT_THAT(requests_of("*1\rX$4\rXPINGXX"), ElementsAre(kPing));
  EXPECT_THAT(requests_of("*2\r\n$4\r\nECHO\r\n$1\r\naZZPING\r\n"),
              ElementsAre(ElementsAre("ECHO", "a"), kPing));
}

TEST(RequestParser, WaitsForTheRest) {
  const Bytes request = "*2\r\n$3\r\nGET\r\n$1\r\na\r\n";
  for (size_t size = 0; size < request.size(); ++size) {
    EXPECT_EQ(parse_whole(request.substr(0, size)), RequestTranscript()) << size;
  }
}

TEST(RequestParser, WaitsWhenANulHidesTheLineEnd) {
  EXPECT_THAT(requests_of("PING\0\nPING\n"s), IsEmpty());
  EXPECT_THAT(requests_of("*1\0\r\n"s), IsEmpty());
  EXPECT_THAT(requests_of("*1\r\n\0\r\n"s), IsEmpty());
}

TEST(RequestParser, GivesOutRequestsBeforeAnError) {
  const RequestTranscript transcript = parse_whole("PING\r\n*a\r\nPING\r\n");
  EXPECT_THAT(transcript.requests, ElementsAre(kPing));
  EXPECT_EQ(transcript.error, "ERR Protocol error: invalid multibulk length");
}

TEST(RequestParser, RefusesCountsThatAreNoCounts) {
  for (const BytesView stream : {"*a\r\n", "*\r\n", "*+1\r\n", "*01\r\n", "*-0\r\n", "* 1\r\n",
                                 "*1 \r\n", "*2147483648\r\n", "*99999999999999999999\r\n"}) {
    EXPECT_EQ(error_of(stream), "ERR Protocol error: invalid multibulk length") << stream;
  }
  EXPECT_THAT(requests_of("*2147483647\r\n"), IsEmpty());
}

TEST(RequestParser, RefusesLengthsThatAreNoLengths) {
  for (const BytesView stream : {"*1\r\n$a\r\n", "*1\r\n$\r\n", "*1\r\n$-1\r\n", "*1\r\n$01\r\n",
                                 "*1\r\n$536870913\r\n", "*1\r\n$99999999999999999999\r\n"}) {
    EXPECT_EQ(error_of(stream), "ERR Protocol error: invalid bulk length") << stream;
  }
  EXPECT_THAT(requests_of("*1\r\n$536870912\r\n"), IsEmpty());
}

TEST(RequestParser, NamesTheByteThatIsNoDollar) {
  EXPECT_EQ(error_of("*1\r\nx3\r\n"), "ERR Protocol error: expected '$', got 'x'");
  EXPECT_EQ(error_of("*1\r\n:1\r\n"), "ERR Protocol error: expected '$', got ':'");
  EXPECT_EQ(error_of("*1\r\n\"\r\n"), "ERR Protocol error: expected '$', got '\"'");
  EXPECT_EQ(error_of("*1\r\n\xff\r\n"), "ERR Protocol error: expected '$', got '\xff'");
  EXPECT_EQ(error_of("*1\r\n\r\n"), "ERR Protocol error: expected '$', got ' '");
  EXPECT_EQ(error_of("*1\r\n\r\r\n"), "ERR Protocol error: expected '$', got ' '");
  EXPECT_EQ(error_of("*1\r\n\nx\r\n"), "ERR Protocol error: expected '$', got ' '");
}

TEST(RequestParser, RefusesUnbalancedQuotes) {
  for (const BytesView stream :
       {"ECHO \"a\r\n", "ECHO \"a\"b\r\n", "ECHO 'a\n", "ECHO \"\\\n", "'\n"}) {
    EXPECT_EQ(error_of(stream), "ERR Protocol error: unbalanced quotes in request") << stream;
  }
}

TEST(RequestParser, StaysInErrorWhateverComes) {
  RequestParser parser;
  parser.feed("*a\r\n");
  EXPECT_EQ(parser.next(), RequestParser::Status::kError);
  parser.feed("PING\r\n");
  EXPECT_EQ(parser.next(), RequestParser::Status::kError);
  EXPECT_EQ(parser.error(), "ERR Protocol error: invalid multibulk length");
  EXPECT_THAT(parser.arguments(), IsEmpty());
}

TEST(RequestParser, PointsIntoItsBytesUntilTheNextFeed) {
  RequestParser parser;
  parser.feed("*1\r\n$1\r\na\r\n*1\r\n$1\r\nb\r\n");
  ASSERT_EQ(parser.next(), RequestParser::Status::kRequest);
  const BytesView first = parser.arguments()[0];
  EXPECT_EQ(first, "a");
  parser.feed("");
  EXPECT_THAT(parser.arguments(), IsEmpty());
  ASSERT_EQ(parser.next(), RequestParser::Status::kRequest);
  EXPECT_THAT(parser.arguments(), ElementsAre("b"));
  EXPECT_EQ(parser.next(), RequestParser::Status::kNeedMore);
  EXPECT_THAT(parser.arguments(), IsEmpty());
}

TEST(RequestParser, RestsWithNothingButWhatIsUnread) {
  RequestParser parser;
  RequestTranscript seen;
  Bytes request = "*4000\r\n";
  for (int i = 0; i < 4000; ++i) request += "$3\r\nabc\r\n";
  parser.feed(request + request + request.substr(0, 20'000));
  seen.drain(parser);
  parser.rest();
  parser.feed(BytesView(request).substr(20'000));
  seen.drain(parser);
  EXPECT_EQ(seen, parse_whole(request + request + request));
  EXPECT_GT(parser.memory(), size_t{40'000});
  parser.rest();
  EXPECT_LT(parser.memory(), size_t{100});
  EXPECT_TRUE(parser.arguments().empty());
}

TEST(RequestParser, ReadsMoreArgumentsThanItKeepsRoomFor) {
  Bytes stream = "*10000\r\n";
  for (int i = 0; i < 10000; ++i) stream += "$1\r\nx\r\n";
  const std::vector<std::vector<Bytes>> requests = requests_of(stream + stream);
  ASSERT_EQ(requests.size(), 2u);
  EXPECT_EQ(requests[0], std::vector<Bytes>(10000, "x"));
  EXPECT_EQ(requests[1], requests[0]);
}

}  // namespace
}  // namespace keemun::resp
