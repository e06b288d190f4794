#include "runtime/link_queue.h"

#include <gtest/gtest.h>

#include <optional>

namespace keemun::runtime {
namespace {

struct Member : QueueLink<Member> {
  explicit Member(int given) : number(given) {}

  int number;
};

TEST(LinkQueue, GivesMembersInTheOrderOfTheirComing) {
  LinkQueue<Member> queue;
  Member a(1);
  Member b(2);
  EXPECT_TRUE(queue.empty());
  queue.push_back(a);
  queue.push_back(b);
  EXPECT_EQ(queue.pop_front().number, 1);
  EXPECT_FALSE(a.in_queue());
  queue.push_back(a);
  EXPECT_EQ(queue.pop_front().number, 2);
  EXPECT_EQ(queue.pop_front().number, 1);
  EXPECT_TRUE(queue.empty());
}

TEST(LinkQueue, AMemberThatIsDestroyedHasLeft) {
  LinkQueue<Member> queue;
  Member first(1);
  std::optional<Member> middle(2);
  Member last(3);
  queue.push_back(first);
  queue.push_back(*middle);
  queue.push_back(last);
  middle.reset();
  EXPECT_EQ(queue.pop_front().number, 1);
  EXPECT_EQ(queue.pop_front().number, 3);
  EXPECT_TRUE(queue.empty());
}

TEST(LinkQueue, LeavingTwiceIsLeavingOnce) {
  LinkQueue<Member> queue;
  Member only(1);
  queue.push_back(only);
  only.leave_queue();
  only.leave_queue();
  EXPECT_TRUE(queue.empty());
}

TEST(LinkQueueDeathTest, JoiningTwiceFails) {
  LinkQueue<Member> queue;
  Member only(1);
  queue.push_back(only);
  EXPECT_DEATH(queue.push_back(only), "in_queue");
  only.leave_queue();
}

TEST(LinkQueueDeathTest, TakingFromAnEmptyQueueFails) {
  LinkQueue<Member> queue;
  EXPECT_DEATH(queue.pop_front(), "empty");
}

}  // namespace
}  // namespace keemun::runtime
