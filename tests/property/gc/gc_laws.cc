// Garbage is collected between any two commands, by one node or two, by collectors that come and
// go, and no answer changes; and when it is through, exactly what live keys need is left.
#include <gtest/gtest.h>

#include "gc_world.h"

namespace keemun {
namespace {

using format::Encoding;
using format::LayoutKind;

struct Scene {
  const char* name;
  GcWorldOptions options;

  friend void PrintTo(const Scene& scene, std::ostream* out) { *out << scene.name; }
};

plan::Plan plan_of(uint64_t seed) {
  plan::GeneratorOptions generator;
  generator.event_count = 300;
  generator.client_count_max = 1;
  generator.own_clock = true;
  // Cursors and transactions are one node's.
  generator.without = {"multi",   "exec",   "discard",        "watch", "unwatch", "select",
                       "move",    "swapdb", "scan",           "hscan", "sscan",   "zscan",
                       "restore", "hello",  "client|setname", "time"};
  plan::Plan plan = plan::generate(seed, generator);
  // Each node has a time of its own that never steps back; here they are to have the same.
  std::erase_if(plan.events, [](const plan::Event& event) {
    const auto* clock = std::get_if<plan::ClockEvent>(&event.what);
    return clock != nullptr && clock->advance_ms < 0;
  });
  return plan;
}

class Gc : public testing::TestWithParam<Scene> {};

TEST_P(Gc, NeverDeletesLiveAndReclaimsEverything) {
  constexpr uint64_t kPlans = 40;
  for (uint64_t seed = 1; seed <= kPlans; ++seed) {
    GcWorld world(seed, GetParam().options);
    ASSERT_EQ(world.play(plan_of(seed)), "") << "seed " << seed;
    world.collect_all();
    ASSERT_EQ(world.audit(), "") << "seed " << seed;
    ASSERT_EQ(world.unreachable_rows(), std::vector<Bytes>()) << "seed " << seed;
  }
}

TEST_P(Gc, IsStoppedAfterAnyOfItsCommitsAndGoesOn) {
  constexpr uint64_t kPlans = 2;
  GcWorldOptions options = GetParam().options;
  options.step_percent = 0;
  for (uint64_t seed = 1; seed <= kPlans; ++seed) {
    GcWorld world(seed, options);
    ASSERT_EQ(world.play(plan_of(seed)), "");
    const sim::RowMap rows = world.kv().rows();
    for (int64_t commit = 0;; ++commit) {
      bool has_failed = false;
      for (const bool has_effect : {false, true}) {
        world.kv().rows() = rows;
        const FailingKv& door = world.restart_collectors(commit, has_effect);
        try {
          world.collect_all();
        } catch (const ports::StoreError&) {
        }
        has_failed = door.has_failed();
        ASSERT_EQ(world.audit(), "") << "seed " << seed << " commit " << commit;
        world.restart_collectors(-1, false);
        world.collect_all();
        ASSERT_EQ(world.audit(), "") << "seed " << seed << " commit " << commit;
        ASSERT_EQ(world.unreachable_rows(), std::vector<Bytes>());
      }
      if (!has_failed || commit == 60) break;
    }
  }
}

GcWorldOptions in_layout(format::LayoutKind layout, size_t node_count = 1) {
  GcWorldOptions options;
  options.layout = layout;
  options.node_count = node_count;
  return options;
}

GcWorldOptions with_local_cache() {
  GcWorldOptions options;
  options.local_cache_bytes = 8 << 10;
  return options;
}

GcWorldOptions with_index_rows() {
  GcWorldOptions options;
  options.encodings.zset = Encoding::kZSetRedisIndexed;
  return options;
}

const Scene kScenes[] = {
    {"Plain", in_layout(LayoutKind::kPlain)},
    {"Md5", in_layout(LayoutKind::kMd5)},
    {"Slot", in_layout(LayoutKind::kSlot)},
    {"LocalCache", with_local_cache()},
    {"IndexRows", with_index_rows()},
    {"TwoNodes", in_layout(LayoutKind::kPlain, 2)},
    {"TwoNodesInSlots", in_layout(LayoutKind::kSlot, 2)},
};
INSTANTIATE_TEST_SUITE_P(Scenes, Gc, testing::ValuesIn(kScenes),
                         [](const auto& scene) { return Bytes(scene.param.name); });

}  // namespace
}  // namespace keemun
