// No field, member or element of a deleted key comes back, whatever clocks, restarts and other
// nodes do; and keys of several encode versions live side by side in one namespace.
#include <gtest/gtest.h>

#include "format/key_version.h"
#include "nodes.h"
#include "session/version_desk.h"
#include "sim/sim_clock.h"

namespace keemun {
namespace {

struct Scene {
  const char* name;
  NodesOptions options;

  friend void PrintTo(const Scene& scene, std::ostream* out) { *out << scene.name; }
};

class ManyNodes : public testing::TestWithParam<Scene> {};

// Deletes and creates much. Nodes share no cursors and no libraries, transactions are one node's,
// a key that has expired for one clock is back for one that was set back, and groups of streams
// keep the time of the node that was asked.
plan::GeneratorOptions much_coming_and_going() {
  plan::GeneratorOptions generator;
  generator.event_count = 400;
  generator.client_count_max = 1;
  generator.own_clock = true;
  generator.one_clock = false;
  generator.without = {"multi",
                       "exec",
                       "discard",
                       "watch",
                       "unwatch",
                       "select",
                       "move",
                       "swapdb",
                       "scan",
                       "hscan",
                       "sscan",
                       "zscan",
                       "expire",
                       "pexpire",
                       "expireat",
                       "pexpireat",
                       "eval",
                       "set",
                       "setex",
                       "psetex",
                       "getex",
                       "restore",
                       "hello",
                       "client|setname",
                       "time",
                       "fcall",
                       "fcall_ro",
                       "function|delete",
                       "function|flush",
                       "function|list",
                       "function|load",
                       "xreadgroup",
                       "xclaim",
                       "xautoclaim",
                       "xgroup|createconsumer"};

  return generator;
}

TEST_P(ManyNodes, NothingDeadComesBack) {
  constexpr uint64_t kPlans = 60;
  for (uint64_t seed = 1; seed <= kPlans; ++seed) {
    const plan::Plan plan = plan::generate(seed, much_coming_and_going());
    const Bytes wrong = Nodes(seed, GetParam().options).play(plan);
    ASSERT_EQ(wrong, "") << "seed " << seed;
  }
}

constexpr Scene kScenes[] = {
    {"OneMillisecond", {.stopped_clock = true}},
    {"ClockSteppingBack", {.clock_back_percent = 10}},
    {"Restarts", {.restart_percent = 10}},
    {"RestartsInOneMillisecond", {.restart_percent = 10, .stopped_clock = true}},
    {"RestartsWhileTheClockStepsBack", {.restart_percent = 10, .clock_back_percent = 10}},
    {"TwoNodes", {.node_count = 2}},
    {"TwoNodesInOneMillisecond", {.node_count = 2, .stopped_clock = true}},
    {"ThreeNodesOfOtherEncodings",
     {.node_count = 3, .restart_percent = 5, .change_encodings = true}},
    {"OtherEncodingsInMd5",
     {.restart_percent = 10, .change_encodings = true, .layout = format::LayoutKind::kMd5}},
    {"OtherEncodingsInSlots",
     {.restart_percent = 10, .change_encodings = true, .layout = format::LayoutKind::kSlot}},
};
INSTANTIATE_TEST_SUITE_P(Scenes, ManyNodes, testing::ValuesIn(kScenes),
                         [](const auto& scene) { return Bytes(scene.param.name); });

TEST(VersionDesk, VersionsStrictlyGrowOverRestartsAndClocksThatStepBack) {
  sim::SimKv kv;
  sim::SimClock test_clock{plan::kStartMs};
  constexpr format::IssuerNumber kIssuer{3};
  int64_t now_ms = plan::kStartMs;
  format::KeyVersion last;
  for (uint64_t life = 1; life <= 50; ++life) {
    session::VersionDesk desk(kv, test_clock, kIssuer);
    plan::Draw draw(1, life, plan::Stream::kSchedule);
    for (size_t i = 0; i < 200; ++i) {
      now_ms += draw.between(-300, 250);
      const format::KeyVersion version = desk.issue(now_ms);
      ASSERT_GT(version, last);
      last = version;
    }
  }
}

TEST(VersionDesk, ReservesRarely) {
  sim::SimKv kv;
  sim::SimClock test_clock{plan::kStartMs};
  session::VersionDesk desk(kv, test_clock, format::IssuerNumber{0});
  for (int64_t i = 0; i < 1000; ++i) desk.issue(plan::kStartMs + i);
  EXPECT_GE(kv.counts().commits, 1);
  EXPECT_LE(kv.counts().commits, 2);
}

}  // namespace
}  // namespace keemun
