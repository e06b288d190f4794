#include "server/commit_thread.h"

#include <gtest/gtest.h>

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
