#include "resp/encoder.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace keemun::resp {
namespace {

struct Case {
  Reply reply;
  Bytes resp2;
  Bytes resp3;
};

void expect_encodings(const std::vector<Case>& cases) {
  for (const Case& expected : cases) {
    Bytes resp2;
    Bytes resp3;
    encode(expected.reply, Protocol::kResp2, resp2);
    encode(expected.reply, Protocol::kResp3, resp3);
    EXPECT_EQ(resp2, expected.resp2);
    EXPECT_EQ(resp3, expected.resp3);
  }
}

TEST(Encoder, WritesWhatBothProtocolsShare) {
  const int64_t least = std::numeric_limits<int64_t>::min();
  expect_encodings({
      {Reply::ok(), "+OK\r\n", "+OK\r\n"},
      {Reply::error("ERR no"), "-ERR no\r\n", "-ERR no\r\n"},
      {Reply::integer(least), ":-9223372036854775808\r\n", ":-9223372036854775808\r\n"},
      {Reply::bulk(Bytes("a\r\n\0", 4)), Bytes("$4\r\na\r\n\0\r\n", 10),
       Bytes("$4\r\na\r\n\0\r\n", 10)},
      {Reply::bulk(""), "$0\r\n\r\n", "$0\r\n\r\n"},
      {Reply::array(), "*0\r\n", "*0\r\n"},
      {Reply::array({Reply::integer(1), Reply::array({Reply::ok()})}), "*2\r\n:1\r\n*1\r\n+OK\r\n",
       "*2\r\n:1\r\n*1\r\n+OK\r\n"},
  });
}

TEST(Encoder, WritesScalarsOfResp3) {
  expect_encodings({
      {Reply::null(), "$-1\r\n", "_\r\n"},
      {Reply::null_array(), "*-1\r\n", "_\r\n"},
      {Reply::boolean(true), ":1\r\n", "#t\r\n"},
      {Reply::boolean(false), ":0\r\n", "#f\r\n"},
      {Reply::big_number("-123"), "$4\r\n-123\r\n", "(-123\r\n"},
      {Reply::verbatim("txt", "a\r\nb"), "$4\r\na\r\nb\r\n", "=8\r\ntxt:a\r\nb\r\n"},
  });
}

TEST(Encoder, WritesDoubles) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  expect_encodings({
      {Reply::number(1.5), "$3\r\n1.5\r\n", ",1.5\r\n"},
      {Reply::number(3.1), "$18\r\n3.1000000000000001\r\n", ",3.1000000000000001\r\n"},
      {Reply::number_written("13.36138933897018433"), "$20\r\n13.36138933897018433\r\n",
       ",13.36138933897018433\r\n"},
      {Reply::number(-0.0), "$2\r\n-0\r\n", ",-0\r\n"},
      {Reply::number(INFINITY), "$3\r\ninf\r\n", ",inf\r\n"},
      {Reply::number(-INFINITY), "$4\r\n-inf\r\n", ",-inf\r\n"},
      {Reply::number(nan), "$3\r\nnan\r\n", ",nan\r\n"},
      {Reply::number(-nan), "$4\r\n-nan\r\n", ",-nan\r\n"},
  });
}

TEST(Encoder, WritesAggregatesOfResp3) {
  const Reply::Items items = {Reply::bulk("a"), Reply::number(2)};
  expect_encodings({
      {Reply::map(items), "*2\r\n$1\r\na\r\n$1\r\n2\r\n", "%1\r\n$1\r\na\r\n,2\r\n"},
      {Reply::set(items), "*2\r\n$1\r\na\r\n$1\r\n2\r\n", "~2\r\n$1\r\na\r\n,2\r\n"},
      {Reply::push(items), "*2\r\n$1\r\na\r\n$1\r\n2\r\n", ">2\r\n$1\r\na\r\n,2\r\n"},
      {Reply::map(), "*0\r\n", "%0\r\n"},
  });
}

TEST(Encoder, KeepsALineOneLine) {
  expect_encodings({
      {Reply::error("ERR a\r\nb\n"), "-ERR a  b \r\n", "-ERR a  b \r\n"},
      {Reply::status("\r+OK"), "+ +OK\r\n", "+ +OK\r\n"},
  });
}

TEST(Encoder, AppendsToWhatIsThere) {
  Bytes out = ":1\r\n";
  encode(Reply::status("a"), Protocol::kResp2, out);
  EXPECT_EQ(out, ":1\r\n+a\r\n");
}

TEST(Encoder, WritesRequestsAsArraysOfBulks) {
  Bytes out;
  const std::vector<BytesView> arguments = {"SET", "", "a\r\nb"};
  encode_request(arguments, out);
  EXPECT_EQ(out, "*3\r\n$3\r\nSET\r\n$0\r\n\r\n$4\r\na\r\nb\r\n");
}

}  // namespace
}  // namespace keemun::resp
