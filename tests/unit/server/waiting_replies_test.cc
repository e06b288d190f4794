#include "server/waiting_replies.h"

#include <gtest/gtest.h>

namespace keemun::server {
namespace {

Bytes told(WaitingReplies& replies) {
  Bytes out;
  replies.fail("E", out);
  return out;
}

TEST(WaitingReplies, AreErrorsButForThoseThatStayTrue) {
  WaitingReplies replies;
  replies.add();
  replies.add();
  replies.keep(1, "a");
  replies.add();
  EXPECT_EQ(told(replies), "EaE");
  EXPECT_EQ(told(replies), "");
}

TEST(WaitingReplies, MayBeSeveralOfOneRequest) {
  WaitingReplies replies;
  replies.keep(0, "none");
  replies.add();
  replies.add();
  replies.add();
  replies.keep(1, "ab");
  EXPECT_EQ(told(replies), "Eab");
}

TEST(WaitingReplies, WaitForOneCommitOrTheNext) {
  WaitingReplies replies;
  replies.add();
  replies.keep(0, "a");
  replies.add();
  replies.depart();
  replies.add();
  replies.add();
  replies.keep(3, "b");
  EXPECT_EQ(replies.count(), 4u);
  WaitingReplies both = replies;
  EXPECT_EQ(told(both), "aEEb");
  replies.release_departed();
  EXPECT_EQ(told(replies), "Eb");
  replies.add();
  replies.keep(0, "c");
  replies.release_all();
  EXPECT_EQ(told(replies), "");
}

}  // namespace
}  // namespace keemun::server
