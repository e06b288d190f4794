// Plans as a person would write them, where a world once fell over them.
#include <gtest/gtest.h>

#include "plan/plan_text.h"
#include "sim/campaign.h"
#include "sim/kv_profile.h"

namespace keemun::sim {
namespace {

// The law that such a plan breaks; empty where it breaks none.
Bytes broken_law(const Bytes& schedule, const Bytes& events) {
  const Played played = play(plan::from_text("option schedule " + schedule + "\n" + events));
  return played.violation ? played.violation->law + ": " + played.violation->detail : "";
}

TEST(Played, WatchInATransactionLeavesItAsItIs) {
  EXPECT_EQ(broken_law("uniform", "c1 MULTI\nc1 WATCH s1\nc1 EXEC\n"), "");
  EXPECT_EQ(broken_law("uniform", "c1 MULTI\nc1 SET s1 a\nc1 WATCH s1\nc1 EXEC\nc1 GET s1\n"), "");
}

// A fiber's stack holds what the library for that takes.
TEST(Played, PayloadsArePressedOnFibers) {
  const Bytes text(100, 'a');
  EXPECT_EQ(broken_law("uniform", "c1 SET s1 " + text + "\nc1 DUMP s1\n"), "");
}

// And what its row says besides. To play it takes two gigabytes.
TEST(Played, TheLongestStringFits) {
  constexpr size_t kLongestString = size_t{512} << 20;
  for (const BytesView name : KvProfile::names()) {
    EXPECT_GT(KvProfile::named(name)->capabilities.value_bytes_max, kLongestString + 1024);
  }
}

TEST(Played, AGlobalThatAScriptDoesNotHaveIsSaidAsByRedis) {
  for (const Bytes script :
       {"return nope", "nope()", "return nope.x",
        "local a = 1\\nreturn pcall(function() return nope end)",
        "return {pcall(function() return nope end)}", "nope = 1", "return print", "return KEYS"}) {
    EXPECT_EQ(broken_law("inline", "c1 EVAL \"" + script + "\" 0\n"), "") << script;
  }
}

}  // namespace
}  // namespace keemun::sim
