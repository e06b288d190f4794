// A command commits once, and only if it succeeds and may write; a whole MULTI/EXEC commits once.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "client_sessions.h"
#include "commands/table/table.h"
#include "commit_log.h"
#include "plan/generator.h"
#include "plan/plan_text.h"
#include "sim/sim_clock.h"
#include "sim/sim_kv.h"
#include "sim/sim_random.h"

namespace keemun {
namespace {

using format::Encoding;

struct Setting {
  keyspace::EncodingChoice encodings;
  format::EncodingFamily family = format::EncodingFamily::kCamellia;
};

// What every store may rely on.
bool names_each_row_once(const ports::WriteBatch& batch) {
  std::set<Bytes> named;
  return std::all_of(batch.writes.begin(), batch.writes.end(),
                     [&](const auto& write) { return named.insert(write.key).second; });
}

size_t commits_allowed(const commands::Command* command, const resp::Reply& reply) {
  if (command == nullptr) return 0;
  // What a script wrote before it failed stays.
  if (command->is(commands::kMayWrite)) return 1;
  if (reply.kind() == resp::Reply::Kind::kError) return 0;
  if (reply.kind() == resp::Reply::Kind::kStatus && reply.text() == "QUEUED") return 0;
  if (command->name == "exec") return 1;
  return command->is(commands::kWrite) ? 1 : 0;
}

class OneCommit : public testing::TestWithParam<Setting> {};

TEST_P(OneCommit, PerCommandAndNoneForWhatFailsOrOnlyReads) {
  constexpr uint64_t kPlans = 60;
  plan::GeneratorOptions generator;
  generator.event_count = 300;
  generator.own_clock = true;
  generator.without = {"swapdb"};  // database numbers are beside the point here

  size_t commits = 0;
  for (uint64_t seed = 1; seed <= kPlans; ++seed) {
    sim::SimKv kv;
    CommitLog log(kv);
    sim::SimClock clock(plan::kStartMs);
    sim::SimRandom random(seed);
    session::Core core(log, clock, random,
                       settings_of_databases(GetParam().encodings, GetParam().family));
    ClientSessions sessions(core);
    for (const plan::Event& event : plan::generate(seed, generator).events) {
      if (const auto* moved = std::get_if<plan::ClockEvent>(&event.what)) {
        clock.advance(moved->advance_ms);
        continue;
      }
      const plan::Args& args = event.command()->args;
      const resp::Reply reply = sessions.execute(*event.command());
      const auto batches = log.take();
      ASSERT_LE(batches.size(), commits_allowed(commands::find_command(args), reply))
          << "seed " << seed << ": " << plan::command_line(args) << "\n"
          << resp::to_transcript(reply);
      for (const auto& batch : batches) EXPECT_TRUE(names_each_row_once(batch));
      commits += batches.size();
    }
  }
  EXPECT_GT(commits, 50 * kPlans);
}

INSTANTIATE_TEST_SUITE_P(
    Encodings, OneCommit,
    testing::Values(Setting{{Encoding::kHashCounted, Encoding::kSetCounted,
                             Encoding::kZSetIndexed}},
                    Setting{{Encoding::kHashBlind, Encoding::kSetBlind, Encoding::kZSetIndexed}},
                    Setting{{}, format::EncodingFamily::kArdb},
                    Setting{{.ardb_fast = true}, format::EncodingFamily::kArdb}));

}  // namespace
}  // namespace keemun
