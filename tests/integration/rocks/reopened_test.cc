// Plans on the embedded store, which is closed and opened again in the middle of them: the oracle
// knows nothing of that.
#include "store_witness.h"
#include "support/temporary_directory.h"

#include "rocks/rocks_store.h"

namespace keemun {
namespace {

// Buffers so small that most rows are read from files.
rocks::RocksOptions tiny_store(Bytes dir) {
  rocks::RocksOptions options;
  options.dir = std::move(dir);
  options.write_buffer_bytes = 16 << 10;
  options.all_write_buffers_bytes = 256 << 10;
  options.block_cache_bytes = 256 << 10;
  options.jobs_max = 8;  // several compactions at a time
  return options;
}

TEST(RocksStore, KeepsWhatThePlanSaysOverManyLives) {
  constexpr uint64_t kLives = 40;
  TemporaryDirectory directory;
  StoreWitness witness(plan::kStartMs);
  for (uint64_t seed = 1; seed <= kLives; ++seed) {
    const plan::Plan plan = plan_of_groups(seed, 400);
    rocks::RocksStore store(tiny_store(directory / "store"));
    GroupedWriter writer(store, plan, witness.now_ms());
    uint64_t groups = 0;
    while (writer.play_group()) ++groups;
    witness.play(plan, groups);
    ASSERT_EQ(witness.difference_to(rows_of(store)), "") << "seed " << seed;
  }
  EXPECT_GT(witness.command_count(), 10'000);
}

TEST(RocksStore, ACheckpointIsTheStoreOfThatMomentAndOpens) {
  TemporaryDirectory directory;
  StoreWitness witness(plan::kStartMs);
  const plan::Plan first = plan_of_groups(1, 1000);
  const plan::Plan second = plan_of_groups(2, 1000);
  rocks::RocksStore store(tiny_store(directory / "store"));
  {
    GroupedWriter writer(store, first, witness.now_ms());
    uint64_t groups = 0;
    while (writer.play_group()) ++groups;
    witness.play(first, groups);
  }
  store.checkpoint(directory / "copy");
  EXPECT_THROW(store.checkpoint(directory / "copy"), ports::StoreError);
  {
    GroupedWriter writer(store, second, witness.now_ms());
    while (writer.play_group()) {
    }
  }
  ASSERT_NE(witness.difference_to(rows_of(store)), "");
  rocks::RocksStore copy(tiny_store(directory / "copy"));
  EXPECT_EQ(witness.difference_to(rows_of(copy)), "");
}

}  // namespace
}  // namespace keemun
