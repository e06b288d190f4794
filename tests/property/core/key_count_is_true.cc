// What is remembered of the number of keys is what a walk over all of them finds, after every
// command of any plan, in every layout and family; and however the process that counts was started,
// with what the last one knew, too.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "client_sessions.h"
#include "plan/generator.h"
#include "plan/plan_text.h"
#include "sim/sim_clock.h"
#include "sim/sim_kv.h"
#include "sim/sim_random.h"

namespace keemun {
namespace {

constexpr size_t kDatabases = 3;
constexpr size_t kPageKeys = 3;  // few: walks are long

struct Kept {
  const char* name;
  format::LayoutKind layout = format::LayoutKind::kPlain;
  bool is_ardb = false;
  bool is_blind = false;
};

// Rows of whom others come in between: before the read of a number, counted from 1.
class MeddledRows final : public ports::Rows {
 public:
  MeddledRows(ports::Rows& rows, int at, std::function<void()> meddle)
      : rows_(rows), reads_left_(at), meddle_(std::move(meddle)) {}

  std::optional<Bytes> get(BytesView key) override {
    count_read();
    return rows_.get(key);
  }
  std::vector<std::optional<Bytes>> multi_get(std::span<const Bytes> keys) override {
    count_read();
    return rows_.multi_get(keys);
  }
  ports::ScanPage scan(const ports::ScanRequest& request) override {
    count_read();
    return rows_.scan(request);
  }
  ports::PassedRows pass_over(const ports::ScanRequest& request) override {
    return rows_.pass_over(request);
  }
  bool remembers_counts() const override { return rows_.remembers_counts(); }
  void put(Bytes, Bytes, ports::Stage, ports::WasThere) override {}
  void erase(Bytes, ports::Stage, ports::WasThere) override {}
  void erase_range(Bytes, Bytes) override {}
  void join(std::unique_ptr<ports::Participant>) override {}

 private:
  void count_read() {
    if (--reads_left_ == 0) meddle_();
  }

  ports::Rows& rows_;
  int reads_left_;
  std::function<void()> meddle_;
};

class CountedKeys : public testing::TestWithParam<Kept> {
 protected:
  session::CoreSettings settings(bool counts_keys) const {
    session::CoreSettings settings;
    for (size_t i = 0; i < kDatabases; ++i) {
      settings.databases.emplace_back(GetParam().layout, Bytes(1, static_cast<char>('a' + i)));
      if (GetParam().is_ardb) settings.families.push_back(format::EncodingFamily::kArdb);
    }
    settings.encodings.ardb_fast = GetParam().is_blind;
    settings.counts_keys = counts_keys;
    return settings;
  }

  // By a process that remembers nothing.
  int64_t walked(size_t database) {
    session::Core core(kv_, clock_, random_, settings(false));
    session::Session session(core);
    session.connection().database = database;
    const BytesView words[] = {"dbsize"};
    return session.execute(words).integer();
  }

  sim::SimKv kv_;
  sim::SimClock clock_{plan::kStartMs};
  sim::SimRandom random_{1};
};

// Expired keys are counted until their second is over: the clock goes on in whole ones.
TEST_P(CountedKeys, AreThoseThatAWalkFinds) {
  constexpr uint64_t kPlans = 40;
  plan::GeneratorOptions options;
  options.event_count = 250;
  options.own_clock = true;
  for (uint64_t seed = 1; seed <= kPlans; ++seed) {
    const plan::Plan plan = plan::generate(seed, options);
    session::Core core(kv_, clock_, random_, settings(true));
    ClientSessions sessions(core);
    std::set<const keyspace::KeyCount*> completed;
    for (const plan::Event& event : plan.events) {
      if (const auto* moved = std::get_if<plan::ClockEvent>(&event.what)) {
        clock_.advance(std::max<int64_t>(moved->advance_ms, 0) / 1000 * 1000 + 1000);
        continue;
      }
      sessions.execute(*event.command());
      clock_.advance(1000);
      const size_t database = event.id % kDatabases;
      keyspace::KeyCount& count = core.key_counts[core.database_order[database]];
      keyspace::UnitOfWork reads(core.store, core.capabilities, core.now_ms());
      count.count_page(reads, kPageKeys);
      if (!count.is_complete()) {
        ASSERT_FALSE(completed.contains(&count)) << plan::command_line(event.command()->args);
        continue;
      }
      completed.insert(&count);
      ASSERT_EQ(count.totals(core.now_ms()).keys, walked(database))
          << "plan " << seed << " behind " << plan::command_line(event.command()->args);
      ASSERT_TRUE(count.take(count.told()));  // as the next process would, which goes on with it
    }
  }
}

// A page that lets others go first, before any of its reads: they count, or change, or take back.
TEST_P(CountedKeys, AreThoseThatAWalkFindsWhereOthersComeInBetween) {
  constexpr int kReadsMax = 6;
  session::Core core(kv_, clock_, random_, settings(true));
  session::Session session(core);
  const auto run = [&](const plan::Args& args) { session.execute(commands::views_of(args)); };
  for (int i = 0; i < 20; ++i) run({"SET", std::to_string(i), "v"});
  keyspace::KeyCount& count = core.key_counts[core.database_order[0]];
  const auto count_page = [&] {
    keyspace::UnitOfWork reads(core.store, core.capabilities, core.now_ms());
    count.count_page(reads, kPageKeys);
  };
  const std::vector<std::function<void()>> meddlers = {
      count_page,
      [&] { core.start_over(); },
      [&] {
        run({"DEL", "0", "1", "19"});
      },
      [&] {
        run({"MSET", "0", "v", "1", "v", "19", "v"});
      },
  };
  for (int at = 1; at <= kReadsMax; ++at) {
    for (size_t meddler = 0; meddler < meddlers.size(); ++meddler) {
      core.start_over();
      count_page();
      keyspace::UnitOfWork unit(core.store, core.capabilities, core.now_ms());
      MeddledRows rows(unit, at, meddlers[meddler]);
      count.count_page(rows, kPageKeys);
      while (!count.is_complete()) count_page();
      ASSERT_EQ(count.totals(core.now_ms()).keys, walked(0)) << at << " by " << meddler;
    }
  }
}

TEST_P(CountedKeys, LeaveWhenTheirTimeComes) {
  session::Core core(kv_, clock_, random_, settings(true));
  session::Session session(core);
  const auto run = [&](const plan::Args& args) {
    return session.execute(commands::views_of(args));
  };
  EXPECT_EQ(run({"DBSIZE"}).integer(), 0);
  run({"SET", "a", "1", "PX", "1500"});
  run({"SET", "b", "1"});
  run({"SADD", "s", "x"});
  run({"PEXPIRE", "s", "5000"});
  EXPECT_EQ(run({"DBSIZE"}).integer(), 3);
  EXPECT_EQ(core.key_counts[0].totals(core.now_ms()).expiring_keys, 2);
  clock_.advance(3000);
  EXPECT_EQ(run({"DBSIZE"}).integer(), 2);
  run({"SET", "a", "2"});
  EXPECT_EQ(run({"DBSIZE"}).integer(), 3);
  run({"PERSIST", "s"});
  clock_.advance(9000);
  EXPECT_EQ(run({"DBSIZE"}).integer(), 3);
  run({"FLUSHALL"});
  EXPECT_EQ(run({"DBSIZE"}).integer(), 0);
}

TEST_P(CountedKeys, AreReadOnceAndRemembered) {
  session::Core core(kv_, clock_, random_, settings(true));
  session::Session session(core);
  const auto run = [&](const plan::Args& args) {
    return session.execute(commands::views_of(args));
  };
  for (int i = 0; i < 1000; ++i) run({"SET", std::to_string(i), "v"});
  EXPECT_EQ(run({"DBSIZE"}).integer(), 1000);
  kv_.reset_counts();
  run({"SET", "another", "v"});
  run({"DEL", "1", "2"});
  EXPECT_EQ(run({"DBSIZE"}).integer(), 999);
  run({"MULTI"});
  run({"DEL", "3"});
  run({"DBSIZE"});
  EXPECT_EQ(run({"EXEC"}).items()[1].integer(), 998);
  const plan::Args script = {"EVAL", "redis.call('SET', '3', 'v') return redis.call('DBSIZE')",
                             "0"};
  EXPECT_EQ(run(script).integer(), 999);
  EXPECT_EQ(kv_.counts().scan_pages, 0);
  core.start_over();
  EXPECT_EQ(run({"DBSIZE"}).integer(), 999);
}

// Whatever a transaction has done by then: to keys that last, that expire, that have, and to all of
// them, in any database.
TEST_P(CountedKeys, AreKnownWithinATransactionThatWrites) {
  session::Core core(kv_, clock_, random_, settings(true));
  session::Session session(core);
  const auto run = [&](const plan::Args& args) {
    return session.execute(commands::views_of(args));
  };
  const auto any_of = [this](const std::vector<Bytes>& words) {
    return words[random_.below(words.size())];
  };
  const auto change = [&]() -> plan::Args {
    const Bytes key = "k" + std::to_string(random_.below(12));
    const Bytes other = "k" + std::to_string(random_.below(12));
    const Bytes database = std::to_string(random_.below(kDatabases));
    switch (random_.below(random_.below(8) == 0 ? 14 : 11)) {
      case 0:
        return {"DEL", key, other};
      case 1:
        return {"PEXPIRE", key, any_of({"-1", "900", "2000", "5000"})};
      case 2:
        return {"PERSIST", key};
      case 3:
        return {"RENAME", key, other};
      case 4:
        return {"SPOP", key, "2"};
      case 5:
        return {"COPY", key, other, "DB", database, "REPLACE"};
      case 6:
        return {"MOVE", key, database};
      case 7:
        return {"SELECT", database};
      case 8:
        return {"SADD", key, "a", any_of({"b", "c"})};
      case 11:
        return {any_of({"FLUSHDB", "FLUSHALL"})};
      case 12:
        return {"SWAPDB", "0", database};
      default:
        return {"SET", key, "v"};
    }
  };
  for (int round = 0; round < 300; ++round) {
    for (size_t left = random_.below(4); left > 0; --left) run(change());
    clock_.advance(1000);
    for (size_t database = 0; database < kDatabases; ++database) {
      run({"SELECT", std::to_string(database)});
      run({"DBSIZE"});  // completes the count
    }
    run({"MULTI"});
    for (size_t left = 1 + random_.below(5); left > 0; --left) run(change());
    run({"DBSIZE"});
    const resp::Reply counted = run({"EXEC"});
    const size_t database = session.connection().database;
    ASSERT_EQ(counted.items().back().integer(), walked(database)) << "round " << round;
  }
}

TEST_P(CountedKeys, AreNotReadWhereATransactionHasWrittenNothing) {
  session::Core core(kv_, clock_, random_, settings(true));
  session::Session session(core);
  const auto run = [&](const plan::Args& args) {
    return session.execute(commands::views_of(args));
  };
  for (int i = 0; i < 1000; ++i) run({"SET", std::to_string(i), "v"});
  run({"SELECT", "1"});
  run({"SET", "k", "v"});
  for (const char* database : {"0", "1"}) {
    run({"SELECT", database});
    run({"DBSIZE"});
  }
  kv_.reset_counts();
  for (const plan::Args& args :
       std::vector<plan::Args>{{"MULTI"},
                               {"DBSIZE"},
                               {"GET", "k"},
                               {"DEL", "none"},
                               {"SELECT", "0"},
                               {"DBSIZE"},
                               {"EVAL", "return redis.call('DBSIZE')", "0"},
                               {"SET", "another", "v"}}) {
    run(args);
  }
  EXPECT_EQ(resp::to_transcript(run({"EXEC"})),
            "1) (integer) 1\n2) \"v\"\n3) (integer) 0\n4) OK\n5) (integer) 1000\n"
            "6) (integer) 1000\n7) OK");
  EXPECT_EQ(run({"EVAL", "return redis.call('DBSIZE')", "0"}).integer(), 1001);
  EXPECT_EQ(kv_.counts().scan_pages, 0);
}

TEST_P(CountedKeys, AreThoseThatATransactionSees) {
  session::Core core(kv_, clock_, random_, settings(true));
  session::Session session(core);
  const auto run = [&](const plan::Args& args) {
    return session.execute(commands::views_of(args));
  };
  run({"MSET", "a", "1", "b", "2", "c", "3"});
  run({"DBSIZE"});
  struct Step {
    plan::Args args;
    int64_t keys;  // of the database that is selected then
  };
  const std::vector<Step> steps = {
      {{"GET", "a"}, 3},         {{"SET", "d", "4"}, 4},    {{"DEL", "a", "b"}, 2},
      {{"SWAPDB", "0", "1"}, 0}, {{"SET", "e", "5"}, 1},    {{"SELECT", "1"}, 2},
      {{"FLUSHDB"}, 0},          {{"SADD", "s", "m"}, 1},   {{"SELECT", "0"}, 1},
      {{"MOVE", "e", "2"}, 0},   {{"SWAPDB", "0", "2"}, 1}, {{"PEXPIREAT", "e", "1"}, 0},
      {{"FLUSHALL"}, 0},         {{"INCR", "n"}, 1},        {{"SWAPDB", "1", "0"}, 0}};
  run({"MULTI"});
  for (const Step& step : steps) {
    run(step.args);
    run({"DBSIZE"});
  }
  const resp::Reply replies = run({"EXEC"});
  ASSERT_EQ(replies.items().size(), 2 * steps.size());
  for (size_t i = 0; i < steps.size(); ++i) {
    EXPECT_EQ(replies.items()[2 * i + 1].integer(), steps[i].keys) << i;
  }
  for (size_t database = 0; database < kDatabases; ++database) {
    run({"SELECT", std::to_string(database)});
    EXPECT_EQ(run({"DBSIZE"}).integer(), walked(database)) << database;
  }
}

INSTANTIATE_TEST_SUITE_P(Layouts, CountedKeys,
                         testing::Values(Kept{"plain"}, Kept{"md5", format::LayoutKind::kMd5},
                                         Kept{"slot", format::LayoutKind::kSlot},
                                         Kept{"ardb", format::LayoutKind::kPlain, true},
                                         Kept{"ardb_fast", format::LayoutKind::kPlain, true, true}),
                         [](const auto& kept) { return Bytes(kept.param.name); });

}  // namespace
}  // namespace keemun
