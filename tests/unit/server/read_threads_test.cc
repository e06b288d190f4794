#include "server/threads/read_threads.h"

#include <gtest/gtest.h>
#include <poll.h>

#include <atomic>
#include <future>
#include <set>

namespace keemun::server {
namespace {

void await_bell(const ReadThreads& threads) {
  pollfd bell = {threads.bell().number(), POLLIN, 0};
  ASSERT_EQ(::poll(&bell, 1, -1), 1);
}

TEST(ReadThreads, TellWhoseReadHasEnded) {
  ReadThreads threads(3);
  std::atomic<int> reads = 0;
  constexpr uint64_t kClients = 500;
  for (uint64_t client = 1; client <= kClients; ++client) threads.begin(client, {[&] { ++reads; }});
  std::set<uint64_t> ended;
  while (ended.size() < kClients) {
    await_bell(threads);
    for (const uint64_t client : threads.take_ended()) EXPECT_TRUE(ended.insert(client).second);
  }
  EXPECT_EQ(reads, kClients);
  EXPECT_EQ(*ended.begin(), 1u);
  EXPECT_EQ(*ended.rbegin(), kClients);
  EXPECT_TRUE(threads.take_ended().empty());
}

TEST(ReadThreads, DoNotWaitForEachOther) {
  ReadThreads threads(2);
  std::promise<void> first_may_end;
  threads.begin(1, {[waits = first_may_end.get_future().share()] { waits.wait(); }});
  threads.begin(2, {[] {}});
  await_bell(threads);
  EXPECT_EQ(threads.take_ended(), std::vector<uint64_t>{2});
  first_may_end.set_value();
  await_bell(threads);
  EXPECT_EQ(threads.take_ended(), std::vector<uint64_t>{1});
}

TEST(ReadThreads, TellWhenAllReadsOfOneHaveEnded) {
  ReadThreads threads(3);
  std::promise<void> last_may_end;
  std::atomic<int> reads = 0;
  const auto quick = [&reads] { ++reads; };
  threads.begin(1, {quick,
                    [&reads, waits = last_may_end.get_future().share()] {
                      waits.wait();
                      ++reads;
                    },
                    quick});
  threads.begin(2, {quick});
  await_bell(threads);
  EXPECT_EQ(threads.take_ended(), std::vector<uint64_t>{2});
  last_may_end.set_value();
  await_bell(threads);
  EXPECT_EQ(threads.take_ended(), std::vector<uint64_t>{1});
  EXPECT_EQ(reads, 4);
}

TEST(ReadThreads, LeaveWhatHasNotBegunWhenTheyEnd) {
  int reads = 0;
  {
    std::promise<void> has_begun;
    std::promise<void> may_end;
    ReadThreads threads(1);
    threads.begin(1, {[&] {
                    has_begun.set_value();
                    may_end.get_future().wait();
                    ++reads;
                  }});
    has_begun.get_future().wait();
    may_end.set_value();
  }
  EXPECT_EQ(reads, 1);
  ReadThreads none(0);
  none.begin(1, {[&] { ++reads; }});
}

}  // namespace
}  // namespace keemun::server
