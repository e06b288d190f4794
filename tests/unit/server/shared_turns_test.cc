// Which turns several threads share.
#include "server/threads/shared_turns.h"

#include <gtest/gtest.h>

namespace keemun::server {
namespace {

using std::chrono::microseconds;

void spend(SharedTurns& turns, microseconds on_each) {
  for (int i = 0; i < 100; ++i) turns.begin(on_each);
}

TEST(SharedTurns, AreLightUntilOneHasTakenLong) {
  SharedTurns turns({.all = 8, .of_light_turns = 4});
  EXPECT_EQ(turns.helpers_for(7), 0u);
  EXPECT_EQ(turns.helpers_for(8), 3u);
  EXPECT_EQ(turns.helpers_for(1000), 3u);
}

TEST(SharedTurns, HaveEveryThreadWhereTheyTakeLong) {
  SharedTurns turns({.all = 8, .of_light_turns = 1});
  spend(turns, microseconds(200));
  EXPECT_EQ(turns.helpers_for(50), 7u);
  EXPECT_EQ(turns.helpers_for(6), 5u);
  spend(turns, microseconds(2));
  EXPECT_EQ(turns.helpers_for(50), 0u);
}

TEST(SharedTurns, AreNotSharedForOneClient) {
  SharedTurns turns({.all = 8, .of_light_turns = 1});
  spend(turns, microseconds(100'000));
  EXPECT_EQ(turns.helpers_for(1), 0u);
  EXPECT_EQ(turns.helpers_for(2), 1u);
}

TEST(SharedTurns, AreNoneWithOneThread) {
  SharedTurns turns({.all = 1, .of_light_turns = 1});
  EXPECT_FALSE(turns.are_possible());
  spend(turns, microseconds(200));
  EXPECT_EQ(turns.helpers_for(50), 0u);
}

TEST(SharedTurns, DoWhatIsSharedForEachClientOnce) {
  SharedTurns turns({.all = 3, .of_light_turns = 3});
  std::vector<int> done(100, 0);
  turns.share(done.size(), turns.helpers_for(done.size()), [&done](size_t i) { ++done[i]; });
  EXPECT_EQ(done, std::vector<int>(100, 1));
}

}  // namespace
}  // namespace keemun::server
