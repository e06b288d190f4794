#include "verify/server_clock.h"

#include <gtest/gtest.h>

#include "base/number_text.h"

namespace keemun::verify {
namespace {

using resp::Reply;

constexpr int64_t kNowMs = 1'700'000'000'000;

Reply time_of(int64_t ms) {
  return Reply::array(
      {Reply::bulk(format_int64(ms / 1000)), Reply::bulk(format_int64(ms % 1000 * 1000))});
}

TEST(ServerClock, MayStandAnywhereUntilItIsKnown) {
  const ServerClock clock;
  EXPECT_EQ(clock.from_ours(kNowMs), kNowMs);
  EXPECT_EQ(clock.slack_ms(), kClockSlackMaxMs);
}

TEST(ServerClock, IsAheadByWhatItSaysInTheMiddleOfTheQuestion) {
  ServerClock clock;
  clock.set(time_of(kNowMs + 30'010), kNowMs, kNowMs + 20);
  EXPECT_EQ(clock.from_ours(kNowMs + 500), kNowMs + 30'500);
  clock.set(time_of(kNowMs - 1990), kNowMs, kNowMs + 20);
  EXPECT_EQ(clock.from_ours(kNowMs), kNowMs - 2000);
}

TEST(ServerClock, IsAsExactAsTheQuestionWasQuickAndThePipelinesWere) {
  ServerClock clock;
  clock.set(time_of(kNowMs), kNowMs, kNowMs);
  const int64_t grain_ms = clock.slack_ms();
  EXPECT_LT(grain_ms, 1000);
  clock.took(40);
  clock.took(30);
  EXPECT_EQ(clock.slack_ms(), grain_ms + 80);
  clock.set(time_of(kNowMs), kNowMs, kNowMs + 7);
  EXPECT_EQ(clock.slack_ms(), grain_ms + 7);
}

TEST(ServerClock, IsNotTakenFromWhatIsNone) {
  for (const Reply& reply : {Reply::error("ERR unknown command 'TIME'"), Reply::null(),
                             Reply::array(), Reply::array({Reply::bulk("x"), Reply::bulk("0")}),
                             Reply::array({Reply::bulk("9223372036854775807"), Reply::bulk("0")}),
                             time_of(kNowMs + 60'001), time_of(kNowMs - 60'001)}) {
    ServerClock clock;
    clock.set(time_of(kNowMs + 1000), kNowMs, kNowMs);
    clock.set(reply, kNowMs, kNowMs);
    EXPECT_EQ(clock.from_ours(kNowMs), kNowMs) << reply;
    EXPECT_EQ(clock.slack_ms(), kClockSlackMaxMs) << reply;
  }
}

}  // namespace
}  // namespace keemun::verify
