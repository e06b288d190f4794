#include "server/observe/slowlog.h"

#include <gtest/gtest.h>

namespace keemun::server {
namespace {

TEST(Slowlog, KeepsTheNewestFirstAndNoMoreThanAskedFor) {
  Slowlog slowlog;
  const std::vector<BytesView> args = {"get", "k"};
  for (int i = 0; i < 5; ++i) slowlog.add({}, args, 3);
  ASSERT_EQ(slowlog.entries().size(), 3u);
  EXPECT_EQ(slowlog.entries().front().id, 4);
  EXPECT_EQ(slowlog.entries().front().args, (std::vector<Bytes>{"get", "k"}));
  slowlog.clear();
  slowlog.add({}, args, 3);
  EXPECT_EQ(slowlog.entries().front().id, 5);
}

TEST(Slowlog, ShortensWhatIsLong) {
  Slowlog slowlog;
  const Bytes value(200, 'x');
  std::vector<BytesView> args(40, "a");
  args[1] = value;
  slowlog.add({}, args, 1);
  const std::vector<Bytes>& kept = slowlog.entries().front().args;
  ASSERT_EQ(kept.size(), 32u);
  EXPECT_EQ(kept[1], Bytes(128, 'x') + "... (72 more bytes)");
  EXPECT_EQ(kept[31], "... (9 more arguments)");
}

}  // namespace
}  // namespace keemun::server
