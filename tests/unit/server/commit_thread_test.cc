#include "server/store/commit_thread.h"

#include <gtest/gtest.h>
#include <poll.h>

#include <future>

namespace keemun::server {
namespace {

using ports::StoreError;

TEST(CommitThread, CommitsOnceForEachBegin) {
  int commits = 0;
  CommitThread committer([&] { ++commits; });
  EXPECT_FALSE(committer.is_under_way());
  for (int i = 1; i <= 100; ++i) {
    committer.begin();
    EXPECT_TRUE(committer.is_under_way());
    EXPECT_EQ(committer.wait(), std::nullopt);
    EXPECT_EQ(commits, i);
    EXPECT_FALSE(committer.is_under_way());
  }
}

TEST(CommitThread, TellsOfAFailureOnce) {
  bool fails = true;
  CommitThread committer([&] {
    if (fails) throw StoreError(StoreError::Kind::kFull, "no space");
  });
  committer.begin();
  const auto error = committer.wait();
  ASSERT_TRUE(error);
  EXPECT_EQ(error->kind(), StoreError::Kind::kFull);
  fails = false;
  committer.begin();
  EXPECT_FALSE(committer.wait());
}

TEST(CommitThread, RingsForWhoAsksBeforeItIsDone) {
  std::promise<void> may_end;
  CommitThread committer([&] { may_end.get_future().wait(); });
  EXPECT_FALSE(committer.ring_when_done());
  committer.begin();
  EXPECT_TRUE(committer.ring_when_done());
  pollfd bell = {committer.bell().descriptor().number(), POLLIN, 0};
  EXPECT_EQ(::poll(&bell, 1, 0), 0);
  may_end.set_value();
  EXPECT_EQ(::poll(&bell, 1, -1), 1);
  EXPECT_TRUE(committer.is_done());
  EXPECT_FALSE(committer.ring_when_done());
  committer.bell().still();
  EXPECT_EQ(::poll(&bell, 1, 0), 0);
  EXPECT_FALSE(committer.wait());
}

TEST(CommitThread, FinishesWhatItHasBegunBeforeItEnds) {
  bool is_committed = false;
  {
    CommitThread committer([&] { is_committed = true; });
    committer.begin();
  }
  EXPECT_TRUE(is_committed);
}

}  // namespace
}  // namespace keemun::server
