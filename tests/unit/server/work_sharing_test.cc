// Every piece of every round is done once, by whomever.
#include "server/threads/work_sharing.h"

#include <gtest/gtest.h>

#include <set>
#include <thread>
#include <vector>

namespace keemun::server {
namespace {

class WorkSharingTest : public testing::TestWithParam<size_t> {};

TEST_P(WorkSharingTest, DoesEveryPieceOnceBeforeItReturns) {
  WorkSharing sharing(GetParam());
  for (size_t round = 0; round < 2000; ++round) {
    std::vector<int> done(round % 67, 0);
    sharing.each(done.size(), GetParam(), [&done](size_t i) { ++done[i]; });
    EXPECT_EQ(done, std::vector<int>(done.size(), 1));
  }
}

TEST_P(WorkSharingTest, ShowsTheCallerWhatWasDone) {
  WorkSharing sharing(GetParam());
  std::vector<std::vector<size_t>> made(100);
  sharing.each(made.size(), GetParam(), [&made](size_t i) { made[i].assign(i, i); });
  for (size_t i = 0; i < made.size(); ++i) EXPECT_EQ(made[i], std::vector<size_t>(i, i));
}

TEST(WorkSharing, IsDoneByTheHelpersToo) {
  WorkSharing sharing(2);
  std::vector<std::thread::id> doers(64);
  do {
    sharing.each(doers.size(), 2, [&](size_t i) {
      std::this_thread::yield();
      doers[i] = std::this_thread::get_id();
    });
  } while (std::set<std::thread::id>(doers.begin(), doers.end()).size() < 2);
}

INSTANTIATE_TEST_SUITE_P(Helpers, WorkSharingTest, testing::Values(0, 1, 3));

}  // namespace
}  // namespace keemun::server
