#include "server/threads/this_thread.h"

#include <gtest/gtest.h>
#include <pthread.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <string>
#include <thread>

namespace keemun::server {
namespace {

TEST(ThisThread, HasItsNameAndNobodyElseDoes) {
  const auto name = [] {
    std::array<char, 16> text{};
    pthread_getname_np(pthread_self(), text.data(), text.size());
    return std::string(text.data());
  };
  const std::string before = name();
  std::thread([&] {
    name_this_thread("commit");
    EXPECT_EQ(name(), "commit");
  }).join();
  EXPECT_EQ(name(), before);
}

// How long its turns are, in nanoseconds; 0 where the system does not tell, and leaves them as
// long.
uint64_t turn_of_this_thread() {
  constexpr size_t kPlaceOfTurn = 3;
  std::array<uint64_t, 6> scheduling{};
  syscall(SYS_sched_getattr, 0, scheduling.data(), sizeof(scheduling), 0U);
  return scheduling[kPlaceOfTurn];
}

// One of those that need no rights.
void become(int policy) {
  const sched_param none{};
  ASSERT_EQ(sched_setscheduler(0, policy, &none), 0);
}

TEST(ThisThread, HasShorterTurnsAndIsWhatItWasOtherwise) {
  std::thread([] {
    become(SCHED_OTHER);
    const bool is_told = turn_of_this_thread() > 0;
    const int niceness = getpriority(PRIO_PROCESS, 0);
    ask_for_short_turns();
    EXPECT_EQ(turn_of_this_thread(), is_told ? 100'000U : 0U);
    EXPECT_EQ(getpriority(PRIO_PROCESS, 0), niceness);
    EXPECT_EQ(sched_getscheduler(0), SCHED_OTHER);
  }).join();
}

// Who has made the server a batch job knows why.
TEST(ThisThread, StaysWhatSomebodyElseHasMadeOfIt) {
  std::thread([] {
    become(SCHED_BATCH);
    const uint64_t before = turn_of_this_thread();
    ask_for_short_turns();
    EXPECT_EQ(turn_of_this_thread(), before);
    EXPECT_EQ(sched_getscheduler(0), SCHED_BATCH);
  }).join();
}

}  // namespace
}  // namespace keemun::server
