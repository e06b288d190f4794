// Whichever write a process does not live to see, what the next one finds is whole: the command has
// happened or it has not, and on a store that writes row by row nothing is left but garbage and
// counts that are too high.
#include "corners.h"

namespace keemun {
namespace {

constexpr int64_t kWritesMax = 200;

class Crash : public testing::TestWithParam<const char*> {};

TEST_P(Crash, AtEveryWriteLeavesNothingUnexplained) {
  int64_t crash_count = 0;
  for (std::map<Bytes, Bytes> options : corner_encodings(GetParam())) {
    options["class"] = GetParam();
    options["schedule"] = "fifo";
    for (const BytesView command : kCornerCommands) {
      for (int64_t write = 0; write < kWritesMax; ++write) {
        const Bytes events = "crash at-write " + std::to_string(write) + "\nc1 " + Bytes(command) +
                             "\nc1 PING\nclock p1 +30000\nc1 " + Bytes(command) + "\n";
        const int64_t crashes = faults_of(corner_plan(options, events));
        if (testing::Test::HasFailure()) return;
        crash_count += crashes;
        if (crashes == 0) break;
      }
    }
  }
  EXPECT_GT(crash_count, 100);
}

INSTANTIATE_TEST_SUITE_P(Stores, Crash,
                         testing::Values("memory", "rocksdb", "tikv_txn", "tikv_raw"));

// Nothing is synced: the store goes back to before any of its commits.
TEST(CrashOfTheMachine, LeavesAPrefixOfTheCommits) {
  for (std::map<Bytes, Bytes> options : corner_encodings("rocksdb")) {
    options["class"] = "rocksdb";
    options["schedule"] = "fifo";
    for (const BytesView command : kCornerCommands) {
      for (int lost = 0; lost < 12; ++lost) {
        const Bytes events = "c1 " + Bytes(command) + "\nc1 PING\ncrash now " +
                             std::to_string(lost) + "\nc1 " + Bytes(command) + "\n";
        EXPECT_EQ(faults_of(corner_plan(options, events)), 1);
        if (testing::Test::HasFailure()) return;
      }
    }
  }
}

}  // namespace
}  // namespace keemun
