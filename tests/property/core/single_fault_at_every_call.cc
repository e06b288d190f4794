// Whatever a command is doing when the store fails it, at whichever call and in whichever way: what
// it answers is true, what it leaves is whole, and whoever comes after can live with it.
#include "corners.h"

namespace keemun {
namespace {

constexpr int64_t kCallsMax = 200;

using Setting = std::tuple<const char*, const char*>;  // class, fault

class SingleFault : public testing::TestWithParam<Setting> {};

TEST_P(SingleFault, AtEveryCallLeavesNothingUnexplained) {
  const auto [world, fault] = GetParam();
  int64_t fault_count = 0;
  for (std::map<Bytes, Bytes> options : corner_encodings(world)) {
    options["class"] = world;
    options["schedule"] = "fifo";
    for (const BytesView command : kCornerCommands) {
      for (int64_t call = 0; call < kCallsMax; ++call) {
        const Bytes events = Bytes(fault) + " " + std::to_string(call) + "\nc1 " + Bytes(command) +
                             "\nc1 DBSIZE\nclock p1 +30000\nc1 " + Bytes(command) + "\n";
        const int64_t faults = faults_of(corner_plan(options, events));
        if (testing::Test::HasFailure()) return;
        fault_count += faults;
        // A torn batch says how many rows it keeps, and there are no batches of more rows than
        // this.
        if (faults == 0 || (Bytes(fault) == "kv torn" && call == 12)) break;
      }
    }
  }
  EXPECT_GT(fault_count, 100);
}

INSTANTIATE_TEST_SUITE_P(
    Stores, SingleFault,
    testing::Values(Setting("rocksdb", "kv refused"), Setting("rocksdb", "kv lost"),
                    Setting("rocksdb", "kv answer-lost"), Setting("tikv_txn", "kv refused"),
                    Setting("tikv_txn", "kv lost"), Setting("tikv_txn", "kv answer-lost"),
                    Setting("tikv_txn", "kv late"), Setting("tikv_raw", "kv refused"),
                    Setting("tikv_raw", "kv lost"), Setting("tikv_raw", "kv answer-lost"),
                    Setting("tikv_raw", "kv late"), Setting("tikv_raw", "kv torn")));

}  // namespace
}  // namespace keemun
