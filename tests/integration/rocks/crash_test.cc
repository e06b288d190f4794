// The embedded store under a core that is killed: what was acknowledged is there, and nothing is
// there by halves.
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <optional>

#include "crash_writer.h"
#include "rocks/synced_lengths.h"
#include "store_witness.h"
#include "support/temporary_directory.h"

namespace keemun {
namespace {

constexpr uint64_t kRounds = 30;  // of each test
constexpr uint64_t kGroupsMax = 400;

using format::EncodingFamily;

class Crash : public testing::Test {
 protected:
  explicit Crash(EncodingFamily family = EncodingFamily::kCamellia)
      : family_(family), witness_(plan::kStartMs, family) {}

  // Plays rounds on one store; after each writer's death `damage` may do what a loss of power does,
  // and says how many groups must have survived.
  template <typename Damage>
  void PlayRounds(uint64_t first_seed, rocks::WalSync wal_sync, Damage damage,
                  bool compactions_collect = false) {
    const auto options = small_store(dir_, wal_sync, compactions_collect);
    { rocks::RocksStore created(options); }
    for (uint64_t seed = first_seed; seed < first_seed + kRounds; ++seed) {
      plan::Draw draw(seed, 0, plan::Stream::kFault);
      CrashWriter writer({dir_, std::to_string(seed), std::to_string(witness_.now_ms()),
                          std::to_string(static_cast<int>(wal_sync)),
                          compactions_collect ? "1" : "0",
                          std::to_string(static_cast<int>(family_))});
      const Acknowledged said = writer.kill_after(draw.below(kGroupsMax));
      ASSERT_TRUE(writer.was_killed_or_through());
      const uint64_t at_least = damage(said, draw);
      std::optional<rocks::RocksStore> again;
      try {
        again.emplace(options);
      } catch (const ports::StoreError& error) {
        FAIL() << "seed " << seed << ": " << error.text();
      }
      rocks::RocksStore& store = *again;
      const auto mark = store.get(GroupedWriter::mark_key());
      const uint64_t groups = GroupedWriter::groups_in(mark.value_or(""), seed);
      ASSERT_GE(groups, at_least) << "seed " << seed;
      ASSERT_LE(groups, said.groups + 1) << "seed " << seed;
      const plan::Plan plan = plan_of_groups(seed, kEventsOfARound, family_);
      witness_.play(plan, groups);
      // A writer that died at once may not even have named its namespaces.
      { const GroupedWriter opened(store, plan, witness_.now_ms(), family_); }
      const auto rows = rows_of(store);
      ASSERT_EQ(compactions_collect ? witness_.difference_but_garbage(rows)
                                    : witness_.difference_to(rows),
                "")
          << "seed " << seed;
      if (!compactions_collect) continue;
      witness_.let_pass(60 * 60 * 1000);
      store.settle(witness_.now_ms());
      store.compact();
    }
    RecordProperty("commands", std::to_string(witness_.command_count()));
  }

  const EncodingFamily family_;
  TemporaryDirectory directory_;
  const Bytes dir_ = directory_ / "store";
  StoreWitness witness_;
};

class EachFamily : public Crash, public testing::WithParamInterface<EncodingFamily> {
 protected:
  EachFamily() : Crash(GetParam()) {}
};

TEST_P(EachFamily, CrashOfTheProcessLosesNothingAcknowledged) {
  PlayRounds(1, rocks::WalSync::kEverySecond,
             [](const Acknowledged& said, plan::Draw&) { return said.groups; });
}

// Of this log: what was synced last, before that could be said.
uint64_t noted_bytes(const Bytes& dir, const Bytes& log) {
  std::ifstream lines(dir + "/" + Bytes(rocks::kSyncedLengthsName));
  Bytes name;
  uint64_t bytes = 0;
  Bytes checksum;
  while (lines >> name >> bytes >> checksum) {
    if (name == log) return bytes;
  }
  return 0;
}

// Of the log that was being written, what was not synced may be gone from any byte on; those before
// it are on the disk since it was begun (log_files_test.cc).
uint64_t lose_power(const Bytes& dir, const Acknowledged& said, plan::Draw& draw) {
  const LogEnd end = LogEnd::of(dir);
  const bool is_same_log = end.number == said.synced_log.number;
  const uint64_t said_bytes = is_same_log ? said.synced_log.bytes : 0;
  const uint64_t safe_bytes = std::max(said_bytes, noted_bytes(dir, end.name()));
  if (end.bytes > safe_bytes) {
    std::filesystem::resize_file(end.path_in(dir), safe_bytes + draw.below(end.bytes - safe_bytes));
  }
  return said.synced_groups;
}

TEST_P(EachFamily, CrashOfTheMachineLosesNothingThatWasSynced) {
  PlayRounds(
      1001, rocks::WalSync::kEverySecond,
      [this](const Acknowledged& said, plan::Draw& draw) { return lose_power(dir_, said, draw); });
}

TEST_P(EachFamily, CrashOfTheMachineLosesNothingAcknowledgedThatIsSyncedAlways) {
  PlayRounds(2001, rocks::WalSync::kAlways, [this](const Acknowledged& said, plan::Draw& draw) {
    return lose_power(dir_, said, draw);
  });
}

INSTANTIATE_TEST_SUITE_P(Families, EachFamily,
                         testing::Values(EncodingFamily::kCamellia, EncodingFamily::kArdb),
                         [](const auto& family) {
                           return family.param == EncodingFamily::kArdb ? "ardb" : "camellia";
                         });

// Rows without versions are never garbage.
TEST_F(Crash, OfTheMachineFindsWholeKeysWhereCompactionsLeftOutGarbage) {
  PlayRounds(
      3001, rocks::WalSync::kEverySecond,
      [this](const Acknowledged& said, plan::Draw& draw) { return lose_power(dir_, said, draw); },
      true);
}

}  // namespace
}  // namespace keemun

int main(int argc, char** argv) {
  if (argc == 8 && std::strcmp(argv[1], keemun::kWriterFlag) == 0) {
    return keemun::write_until_killed(argv + 2);
  }
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
