#include "plan/shrink.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "base/number_text.h"
#include "plan/generator.h"
#include "plan/plan_text.h"

namespace keemun::plan {
namespace {

// Fails once a SADD of a non-empty member is followed by an SREM.
bool fails(const Plan& plan) {
  bool added = false;
  for (const Event& event : plan.events) {
    const CommandEvent* command = event.command();
    if (command == nullptr) continue;
    const auto* row = commands::find_command(command->args);
    if (row == nullptr) continue;
    if (row->name == "sadd" && command->args.size() > 2 && !command->args[2].empty()) added = true;
    if (row->name == "srem" && added) return true;
  }
  return false;
}

TEST(Shrink, FindsTheSmallestPlanThatStillFails) {
  size_t shrunk = 0;
  for (uint64_t seed = 0; seed < 20; ++seed) {
    Plan plan = generate(seed, {});
    if (!fails(plan)) continue;
    const Plan small = shrink(plan, plan.events.size() - 1, fails);
    ASSERT_TRUE(fails(small));
    EXPECT_EQ(small.events.size(), 2u) << to_text(small);
    EXPECT_EQ(small.events[0].command()->args.size(), 3u) << to_text(small);
    EXPECT_EQ(small.events[1].command()->args, (Args{"SREM"}));
    EXPECT_EQ(client_count(small), 1u);
    ++shrunk;
  }
  EXPECT_GT(shrunk, 3u);
}

// Fails where a ZADD has pairs; of a half of one it is another fault.
bool adds_pairs(const Plan& plan) {
  return std::any_of(plan.events.begin(), plan.events.end(), [](const Event& event) {
    const Args& args = event.command()->args;
    return args[0] == "ZADD" && args.size() >= 4 && args.size() % 2 == 0;
  });
}

TEST(Shrink, DropsArgumentsInPairs) {
  const Plan plan = from_text("c1 ZADD z 0 a 0 b 0 c 0 d 0 e\n");
  ASSERT_TRUE(adds_pairs(plan));
  const Plan small = shrink(plan, 0, adds_pairs);
  EXPECT_TRUE(adds_pairs(small));
  EXPECT_EQ(small.events[0].command()->args.size(), 4u) << to_text(small);
}

// Fails once a key is read that was set, or copied from one that was there.
bool reads_what_is_there(const Plan& plan) {
  std::set<Bytes> there;
  for (const Event& event : plan.events) {
    const Args& args = event.command()->args;
    if (args[0] == "SET" && args.size() == 3) there.insert(args[1]);
    if (args[0] == "COPY" && args.size() == 3 && there.contains(args[1])) there.insert(args[2]);
    if (args[0] == "GET" && args.size() == 2 && there.contains(args[1])) return true;
  }
  return false;
}

// A server on which APPEND forgets the time, and one that is late.
TEST(Shrink, BringsNoTimeNearThatIsFar) {
  const auto loses_time = [](const Plan& plan) {
    if (plan.events.empty()) return false;
    const Args& set = plan.events.front().command()->args;
    return set.size() == 4 && set[0] == "SETEX" && parse_int64(set[2]).value_or(0) > 0;
  };
  const Plan plan = from_text("c1 SETEX k 10000000 v\nc1 APPEND k 12000000\n");
  ASSERT_TRUE(loses_time(plan));
  const Args near = shrink(plan, 1, loses_time).events[0].command()->args;
  EXPECT_EQ(near, (Args{"SETEX", "k", "1", "v"}));
  const Args far = shrink(plan, 1, loses_time, Times::kFar).events[0].command()->args;
  EXPECT_EQ(far, (Args{"SETEX", "k", "1250000", "v"}));
}

TEST(Shrink, LetsOneKeyStandForTwo) {
  const Plan plan = from_text("c1 SET s2 1\nc1 COPY s2 t1\nc1 GET t1\n");
  ASSERT_TRUE(reads_what_is_there(plan));
  const Plan small = shrink(plan, 2, reads_what_is_there);
  EXPECT_TRUE(reads_what_is_there(small));
  EXPECT_EQ(small.events.size(), 2u) << to_text(small);
}

TEST(Shrink, CutsWhatComesAfterTheFailure) {
  Plan plan = from_text("c1 SADD s 1\nc1 SREM s 1\nc1 PING\n");
  size_t longest = 0;
  shrink(plan, 1, [&longest](const Plan& candidate) {
    longest = std::max(longest, candidate.events.size());
    return false;
  });
  EXPECT_EQ(longest, 2u);
}

TEST(Shrink, StopsWhenItsRunsAreUsedUp) {
  const Plan plan = generate(1, {});
  size_t runs = 0;
  shrink(plan, plan.events.size() - 1, [&runs](const Plan&) { return ++runs == 0; });
  EXPECT_EQ(runs, kShrinkRunsMax);
}

TEST(Shrink, KeepsTheIdsOfWhatStays) {
  const Plan plan = from_text("c1 PING\nc1 ECHO a\nc1 PING\n");
  const Plan smaller = edited(plan, {Edit::Kind::kDropEvents, 0, 2, 0, {}});
  ASSERT_EQ(smaller.events.size(), 1u);
  EXPECT_EQ(smaller.events[0].id, 3u);
}

}  // namespace
}  // namespace keemun::plan
