#include "resp/input_buffer.h"

#include <gtest/gtest.h>

namespace keemun::resp {
namespace {

TEST(InputBuffer, GivesBackWhatWasNotConsumed) {
  InputBuffer buffer;
  EXPECT_EQ(buffer.unread(), "");
  buffer.append("abcdef");
  buffer.consume(2);
  EXPECT_EQ(buffer.unread(), "cdef");
  buffer.append("g");
  EXPECT_EQ(buffer.unread(), "cdefg");
  buffer.consume(4);
  buffer.append("h");
  EXPECT_EQ(buffer.unread(), "gh");
}

TEST(InputBuffer, KeepsConsumedBytesUntilTheNextAppend) {
  InputBuffer buffer;
  buffer.append("abc");
  const BytesView view = buffer.unread();
  buffer.consume(3);
  EXPECT_EQ(view, "abc");
  EXPECT_EQ(buffer.unread(), "");
}

TEST(InputBuffer, StartsAfreshAfterABigValue) {
  InputBuffer buffer;
  buffer.append(Bytes(size_t{3} << 20, 'x'));
  buffer.consume(size_t{3} << 20);
  buffer.append("abc");
  EXPECT_EQ(buffer.unread(), "abc");
  EXPECT_LT(buffer.memory(), size_t{1} << 20);
}

TEST(InputBuffer, GivesBackWhatABigValueTookOnceItIsRead) {
  InputBuffer buffer;
  buffer.append(Bytes(size_t{3} << 20, 'x'));
  buffer.consume(1);
  buffer.trim();
  EXPECT_EQ(buffer.unread().size(), (size_t{3} << 20) - 1);
  buffer.consume(buffer.unread().size());
  buffer.trim();
  EXPECT_LT(buffer.memory(), size_t{1} << 20);
}

TEST(InputBuffer, DropsAll) {
  InputBuffer buffer;
  buffer.append("abc");
  buffer.consume(1);
  buffer.drop_all();
  EXPECT_EQ(buffer.unread(), "");
  buffer.append("d");
  EXPECT_EQ(buffer.unread(), "d");
}

}  // namespace
}  // namespace keemun::resp
