#include "server/parked.h"

#include <gtest/gtest.h>

namespace keemun::server {
namespace {

using Ids = std::vector<uint64_t>;

// "key: client client"; nothing where nobody is left to wake.
Bytes Woken(Parked& parked) {
  const auto woken = parked.take_woken();
  if (!woken) return "";
  Bytes text = woken->key + ":";
  for (const uint64_t id : woken->clients) text += " " + std::to_string(id);
  return text;
}

TEST(Parked, WakeInTheOrderInWhichTheyCame) {
  Parked parked;
  parked.park(7, 0, {"a", "b"}, 0);
  parked.park(3, 0, {"b"}, 0);
  parked.park(5, 1, {"b"}, 0);
  parked.changed(0, "b");
  parked.changed(0, "b");
  EXPECT_EQ(Woken(parked), "b: 7 3");
  EXPECT_EQ(Woken(parked), "");
  parked.changed(1, "b");
  EXPECT_EQ(Woken(parked), "b: 5");
}

TEST(Parked, AreServedFirstFromTheKeyThatChangedFirst) {
  Parked parked;
  parked.park(1, 0, {"a", "b", "c"}, 0);
  parked.park(2, 0, {"b"}, 0);
  for (const char* key : {"b", "a", "b", "none", "c"}) parked.changed(0, key);
  EXPECT_EQ(Woken(parked), "b: 1 2");
  parked.unpark(1);
  EXPECT_EQ(Woken(parked), "");
  parked.park(3, 0, {"c"}, 0);
  parked.changed_everywhere();
  EXPECT_EQ(Woken(parked), "b: 2");
  EXPECT_EQ(Woken(parked), "c: 3");
}

TEST(Parked, AreForgottenWithAllTheirKeys) {
  Parked parked;
  parked.park(1, 0, {"a", "a", "b"}, 50);
  parked.changed(0, "a");
  parked.unpark(1);
  parked.unpark(1);
  EXPECT_TRUE(parked.empty());
  EXPECT_EQ(Woken(parked), "");
  EXPECT_EQ(parked.next_deadline_ms(), std::nullopt);
}

TEST(Parked, AreOverdueAtTheirDeadline) {
  Parked parked;
  parked.park(1, 0, {"a"}, 50);
  parked.park(2, 0, {"a"}, 40);
  parked.park(3, 0, {"a"}, 0);
  EXPECT_EQ(parked.next_deadline_ms(), 40);
  EXPECT_EQ(parked.overdue(39), Ids());
  EXPECT_EQ(parked.overdue(50), (Ids{2, 1}));
}

}  // namespace
}  // namespace keemun::server
