#include "sim/plan_rules.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/command_error.h"
#include "plan/plan_text.h"
#include "sim/campaign.h"

namespace keemun::sim {
namespace {

using testing::HasSubstr;

// What is said against a plan in such a world; nothing where all of it may be there.
Bytes said_of(const std::map<Bytes, Bytes>& world, const Bytes& events) {
  plan::Plan plan = plan::from_text(events);
  plan.options = world;
  const auto objection = objection_to(plan);
  return objection ? std::to_string(objection->event_index) + " " + objection->why : "";
}

TEST(PlanRules, NothingGoesWrongThatTheWorldDoesNotKnow) {
  const auto said = [](const Bytes& name, const Bytes& fault) {
    return said_of({{"schedule", "uniform"}, {"class", name}}, "c1 PING\n" + fault + "\n");
  };
  EXPECT_EQ(said("rocksdb", "kv torn"),
            "1 does not happen in this world, of class rocksdb: kv torn");
  EXPECT_THAT(said("rocksdb", "kv late"), HasSubstr("does not happen"));
  EXPECT_THAT(said("tikv_txn", "kv torn"), HasSubstr("does not happen"));
  EXPECT_THAT(said("memory", "kv lost"), HasSubstr("does not happen"));
  EXPECT_THAT(said("tikv_raw", "process stall"), HasSubstr("does not happen"));
  EXPECT_THAT(said("tikv_raw", "redis evict"), HasSubstr("does not happen"));
  EXPECT_THAT(said("tikv_raw", "index broken"), HasSubstr("does not happen"));
  EXPECT_EQ(said("tikv_raw", "kv torn 1\nkv late 2\ncrash now"), "");
  EXPECT_EQ(said("tikv_txn", "kv late"), "");
  EXPECT_EQ(said("rocksdb", "kv sync\ncrash now 3"), "");
  EXPECT_EQ(said("memory", "crash at-write 2"), "");
}

TEST(PlanRules, WhatGoesWrongNeedsWhatItGoesWrongWith) {
  const std::map<Bytes, Bytes> shared = {{"schedule", "uniform"}, {"processes", "2"}};
  EXPECT_EQ(said_of(shared, "process stall\nshare left 1\ncrash now"), "");
  EXPECT_THAT(said_of(shared, "crash at-write 1"), HasSubstr("does not happen"));
  EXPECT_EQ(said_of({{"schedule", "fifo"}, {"cache", "failing"}}, "redis evict\nredis late"), "");
  EXPECT_EQ(said_of({{"schedule", "fifo"}, {"zset", "3"}}, "index broken"), "");
  EXPECT_EQ(said_of({}, "crash now"), "0 nothing goes wrong in an inline world: crash now");
}

TEST(PlanRules, WhatIsSeveralOperationsIsForInlineWorlds) {
  for (const Bytes command :
       {"WATCH s1", "unwatch", "Scan 0", "HSCAN h 0", "SSCAN s 0", "ZSCAN z 0"}) {
    EXPECT_THAT(said_of({{"schedule", "pct"}}, "c1 PING\nc2 " + command),
                HasSubstr("1 no law says"));
    EXPECT_EQ(said_of({{"schedule", "inline"}}, "c2 " + command), "");
  }
  EXPECT_EQ(said_of({{"schedule", "pct"}}, "c1 DUMP s1\nc1 WATCHED"), "");
  for (const Bytes command : {"FUNCTION LIST", "FCALL f 0", "fcall_ro f 1 k"}) {
    EXPECT_THAT(said_of({{"schedule", "pct"}}, "c1 PING\nc1 " + command),
                HasSubstr("1 no law follows libraries"));
    EXPECT_EQ(said_of({{"schedule", "inline"}}, "c1 " + command), "");
  }
}

TEST(PlanRules, ClocksTakeStepsThatAddUp) {
  for (const Bytes schedule : {"inline", "uniform"}) {
    const auto said = [&](const Bytes& step) {
      return said_of({{"schedule", schedule}}, "clock p1 " + step);
    };
    EXPECT_THAT(said("+9223372036854775807"), HasSubstr("0 a clock moves by -5000 to +"));
    EXPECT_THAT(said("-9223372036854775808"), HasSubstr("a clock moves by"));
    EXPECT_THAT(said("-5001"), HasSubstr("a clock moves by"));
    EXPECT_EQ(said("-5000"), "");
    EXPECT_EQ(said("+31536000000"), "");
  }
}

TEST(PlanRules, AHeaderThatMakesNoWorldIsRefused) {
  EXPECT_THROW(said_of({{"class", "nope"}}, "c1 PING"), CommandError);
}

TEST(PlanRules, CampaignsKeepThem) {
  CampaignOptions options;
  options.generator.event_count = 300;
  options.generator.own_clock = true;
  options.worlds = {{"class", {"memory", "rocksdb", "tikv_raw", "tikv_txn"}},
                    {"schedule", {"inline", "fifo", "uniform", "pct"}},
                    {"zset", {"0", "3"}},
                    {"cache", {"off", "on", "evicting", "failing"}},
                    {"databases", {"3"}},
                    {"processes", {"1", "1", "2", "3"}}};
  for (uint64_t seed = 1; seed <= 200; ++seed) {
    const auto objection = objection_to(plan_of(options, seed));
    EXPECT_FALSE(objection) << "seed " << seed << ": " << objection->why;
  }
}

}  // namespace
}  // namespace keemun::sim
