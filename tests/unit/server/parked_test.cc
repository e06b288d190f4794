#include "server/requests/parked.h"

#include <gtest/gtest.h>

namespace keemun::server {
namespace {

using commands::Group;
using Ids = std::vector<uint64_t>;

Parked::Wish List(std::vector<Bytes> keys, size_t database = 0) {
  return {Group::kList, database, std::move(keys)};
}

Parked::Wish Scores(std::vector<Bytes> keys) {
  return {Group::kSortedSet, 0, std::move(keys)};
}

// Who is tried, from which key: "7:b 3:b"; those who are served are unparked.
struct Tries {
  Parked& parked;
  size_t serves_at_most = 100;
  Bytes text;

  Bytes take() {
    parked.serve([this](uint64_t client, const Bytes& key) {
      text += (text.empty() ? "" : " ") + std::to_string(client) + ":" + key;
      if (serves_at_most == 0) return false;
      --serves_at_most;
      parked.unpark(client);
      return true;
    });
    return text;
  }
};

Bytes Tried(Parked& parked, size_t serves_at_most = 100) {
  return Tries{parked, serves_at_most, {}}.take();
}

TEST(Parked, AreServedInTheOrderInWhichTheyCame) {
  Parked parked;
  parked.park(7, List({"a", "b"}), 0);
  parked.park(3, List({"b"}), 0);
  parked.park(5, List({"b"}, 1), 0);
  parked.added(0, "b", Group::kList);
  parked.added(0, "b", Group::kList);
  EXPECT_EQ(Tried(parked), "7:b 3:b");
  EXPECT_EQ(Tried(parked), "");
  parked.added(1, "b", Group::kList);
  EXPECT_EQ(Tried(parked), "5:b");
  EXPECT_TRUE(parked.empty());
}

TEST(Parked, AreServedFirstFromTheKeyThatWasAddedFirst) {
  Parked parked;
  parked.park(1, List({"a", "b", "c"}), 0);
  parked.park(2, List({"b"}), 0);
  for (const char* key : {"b", "a", "b", "none", "c"}) parked.added(0, key, Group::kList);
  EXPECT_EQ(Tried(parked, 1), "1:b 2:b");
  EXPECT_EQ(Tried(parked), "");
  parked.park(3, List({"c"}), 0);
  parked.added_everywhere();
  EXPECT_EQ(Tried(parked), "2:b 3:c");
}

TEST(Parked, BehindOneWhoIsTriedInVainAreNotTried) {
  Parked parked;
  for (uint64_t client = 1; client <= 1000; ++client) parked.park(client, List({"a"}), 0);
  parked.added(0, "a", Group::kList);
  EXPECT_EQ(Tried(parked, 2), "1:a 2:a 3:a");
  parked.added(0, "a", Group::kList);
  EXPECT_EQ(Tried(parked, 0), "3:a");
  EXPECT_EQ(parked.size(), 998U);
}

TEST(Parked, OfAnotherKindAreTriedByThemselves) {
  Parked parked;
  parked.park(1, List({"a"}), 0);
  parked.park(2, Scores({"a"}), 0);
  parked.park(3, List({"a"}), 0);
  parked.park(4, Scores({"a"}), 0);
  parked.added(0, "a", Group::kSortedSet);
  EXPECT_EQ(Tried(parked, 0), "2:a");
  parked.added(0, "a", Group::kStream);
  EXPECT_EQ(Tried(parked), "");
  parked.added_everywhere();
  EXPECT_EQ(Tried(parked), "2:a 4:a 1:a 3:a");
}

TEST(Parked, AreTriedAtAChangeOnlyWhereTheyReadAStream) {
  Parked parked;
  parked.park(1, List({"a"}), 0);
  parked.park(2, Scores({"a"}), 0);
  parked.park(3, {Group::kStream, 0, {"a"}}, 0);
  parked.park(4, {Group::kStream, 0, {"a"}}, 0);
  parked.changed(0, "a");
  EXPECT_EQ(Tried(parked), "3:a 4:a");
}

TEST(Parked, OfOneGroupOfConsumersAreTriedUntilThereIsNothingForIt) {
  Parked parked;
  parked.park(1, {Group::kStream, 0, {"a"}, "g"}, 0);
  parked.park(2, {Group::kStream, 0, {"a"}, "h"}, 0);
  parked.park(3, {Group::kStream, 0, {"a"}}, 0);
  parked.park(4, {Group::kStream, 0, {"a"}, "g"}, 0);
  parked.park(5, {Group::kStream, 0, {"a"}, "h"}, 0);
  parked.park(6, {Group::kStream, 0, {"a"}}, 0);
  parked.park(7, {Group::kStream, 0, {"a"}, ""}, 0);
  parked.changed(0, "a");
  EXPECT_EQ(Tried(parked, 0), "3:a 6:a 7:a 1:a 2:a");
  parked.changed(0, "a");
  EXPECT_EQ(Tried(parked, 4), "3:a 6:a 7:a 1:a 4:a 2:a");
}

TEST(Parked, MayFillWhatOthersWaitFor) {
  Parked parked;
  parked.park(1, List({"a"}), 0);
  parked.park(2, List({"b"}), 0);
  parked.added(0, "a", Group::kList);
  Bytes tried;
  parked.serve([&](uint64_t client, const Bytes& key) {
    tried += key;
    parked.unpark(client);
    parked.added(0, "b", Group::kList);
    return true;
  });
  EXPECT_EQ(tried, "ab");
  EXPECT_TRUE(parked.empty());
}

TEST(Parked, AreForgottenWithAllTheirKeys) {
  Parked parked;
  parked.park(1, List({"a", "a", "b"}), 50);
  parked.added(0, "a", Group::kList);
  parked.unpark(1);
  parked.unpark(1);
  EXPECT_TRUE(parked.empty());
  EXPECT_EQ(Tried(parked), "");
  EXPECT_EQ(parked.next_deadline_ms(), std::nullopt);
}

TEST(Parked, AreOverdueAtTheirDeadline) {
  Parked parked;
  parked.park(1, List({"a"}), 50);
  parked.park(2, List({"a"}), 40);
  parked.park(3, List({"a"}), 0);
  EXPECT_EQ(parked.next_deadline_ms(), 40);
  EXPECT_EQ(parked.overdue(39), Ids());
  EXPECT_EQ(parked.overdue(50), (Ids{2, 1}));
}

}  // namespace
}  // namespace keemun::server
