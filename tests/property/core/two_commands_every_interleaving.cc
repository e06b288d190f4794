// Two commands at once, in every order in which their calls to the store can come: what both
// answer, and what is stored in the end, is as if one had come after the other. Two that only read
// wait for no gate, and meet in more ways than can be counted: so many of these are drawn.
#include <algorithm>
#include <iterator>

#include "corners.h"
#include "runtime/fiber_stack_pool.h"

namespace keemun {
namespace {

// By type, what is tried with each other on one key; the last ones with every type.
constexpr BytesView kPairs[][8] = {
    {"SET s 2", "INCR s", "APPEND s 0", "GETDEL s", "GET s", "EXPIRE s 5", "RENAME s x", "DEL s"},
    {"HSET h a 5", "HSET h c 6", "HDEL h a b a-field-that-is-long", "HINCRBY h a 1", "HGETALL h",
     "HLEN h", "DEL h", "SET h 1"},
    {"SADD t c", "SREM t a b a-member-that-is-long", "SMOVE t new a", "SMEMBERS t", "SCARD t",
     "SUNIONSTORE t t z", "RENAME t z", "FLUSHDB"},
    {"ZADD z 5 a", "ZADD z 0 c", "ZREM z a b a-member-that-is-long", "ZPOPMIN z", "ZINCRBY z 1 a",
     "ZRANGE z 0 -1 WITHSCORES", "ZCARD z", "DEL z"},
    {"LPUSH l z", "RPOP l 3", "LTRIM l 1 1", "LINSERT l AFTER a x", "LRANGE l 0 -1", "LSET l 0 q",
     "LMOVE l l LEFT RIGHT", "DEL l"},
};

constexpr size_t kInterleavingsMax = 20'000;

// The script that comes after one along which choices were made among so many; empty after the
// last.
Bytes next_script(Bytes script, const std::vector<size_t>& alternatives) {
  script.resize(alternatives.size(), '0');
  while (!script.empty()) {
    const size_t last = script.size() - 1;
    if (static_cast<size_t>(script[last] - '0') + 1 < alternatives[last]) {
      ++script[last];
      return script;
    }
    script.pop_back();
  }
  return script;
}

// Says in how many ways they met.
size_t play_every_interleaving(const std::map<Bytes, Bytes>& options, BytesView one,
                               BytesView other) {
  plan::Plan plan =
      corner_plan(options, "c2 PING\nc1 " + Bytes(one) + "\nc2 " + Bytes(other) + "\n");
  plan.options["schedule"] = "script";
  plan.options["script"] = "";
  runtime::FiberStackPool stacks;
  for (size_t count = 1; count <= kInterleavingsMax; ++count) {
    sim::ConcurrentWorld world(plan, stacks);
    const auto violation = world.play();
    if (violation) {
      ADD_FAILURE() << violation->law << "\n" << plan::to_text(plan) << violation->detail;
      return count;
    }
    plan.options["script"] = next_script(plan.options["script"], world.alternatives());
    if (plan.options["script"].empty()) return count;
  }
  ADD_FAILURE() << "no end of interleavings: " << one << " with " << other;
  return kInterleavingsMax;
}

bool only_reads(BytesView request) {
  constexpr BytesView kReads[] = {"GET ",   "HGETALL ", "HLEN ",  "SMEMBERS ",
                                  "SCARD ", "ZRANGE ",  "ZCARD ", "LRANGE "};
  return std::any_of(std::begin(kReads), std::end(kReads),
                     [request](BytesView read) { return request.starts_with(read); });
}

size_t play_some_interleavings(const std::map<Bytes, Bytes>& options, BytesView one,
                               BytesView other) {
  constexpr size_t kInterleavings = 100;
  plan::Plan plan =
      corner_plan(options, "c2 PING\nc1 " + Bytes(one) + "\nc2 " + Bytes(other) + "\n");
  plan.options["schedule"] = "uniform";
  runtime::FiberStackPool stacks;
  for (plan.seed = 1; plan.seed <= kInterleavings; ++plan.seed) {
    sim::ConcurrentWorld world(plan, stacks);
    if (const auto violation = world.play()) {
      ADD_FAILURE() << violation->law << "\n" << plan::to_text(plan) << violation->detail;
      break;
    }
  }
  return kInterleavings;
}

class TwoCommands : public testing::TestWithParam<const char*> {};

TEST_P(TwoCommands, InEveryInterleavingAreOneAfterTheOther) {
  size_t count = 0;
  for (std::map<Bytes, Bytes> options : corner_encodings(GetParam())) {
    options["class"] = GetParam();
    for (const auto& pairs : kPairs) {
      for (size_t i = 0; i < std::size(pairs); ++i) {
        for (size_t j = i; j < std::size(pairs); ++j) {
          count += only_reads(pairs[i]) && only_reads(pairs[j])
                       ? play_some_interleavings(options, pairs[i], pairs[j])
                       : play_every_interleaving(options, pairs[i], pairs[j]);
          if (testing::Test::HasFailure()) return;
        }
      }
    }
  }
  EXPECT_GT(count, 4 * 5 * 36 * 2u);
}

INSTANTIATE_TEST_SUITE_P(Stores, TwoCommands, testing::Values("memory", "tikv_raw"));

}  // namespace
}  // namespace keemun
