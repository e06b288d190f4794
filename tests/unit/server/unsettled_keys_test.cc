#include "server/store/unsettled_keys.h"

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>

namespace keemun::server {
namespace {

class Unsettled : public testing::Test {
 protected:
  UnsettledKeys::Keys Of(std::initializer_list<BytesView> names) const {
    session::GateKeys gates;
    for (const BytesView name : names) gates.keys.push_back(name);
    UnsettledKeys::Keys keys;
    keys_.name(gates, keys);
    return keys;
  }
  UnsettledKeys::Keys All() const { return {.are_all = true, .hashes = {}}; }

  UnsettledKeys keys_{TableHash(7)};
};

TEST_F(Unsettled, AreWhatWasWrittenUntilItsGroupHasArrived) {
  EXPECT_TRUE(keys_.empty());
  keys_.add(Of({"a", "b"}));
  EXPECT_FALSE(keys_.empty());
  EXPECT_TRUE(keys_.hold_any_of(Of({"b"})));
  EXPECT_TRUE(keys_.hold_any_of(Of({"x", "a"})));
  EXPECT_FALSE(keys_.hold_any_of(Of({"x"})));
  EXPECT_FALSE(keys_.hold_any_of(Of({})));
  keys_.depart();
  keys_.add(Of({"c"}));
  EXPECT_TRUE(keys_.hold_any_of(Of({"a"})));
  EXPECT_TRUE(keys_.hold_any_of(Of({"c"})));
  keys_.arrive();
  EXPECT_FALSE(keys_.hold_any_of(Of({"a"})));
  EXPECT_TRUE(keys_.hold_any_of(Of({"c"})));
  keys_.clear();
  EXPECT_FALSE(keys_.hold_any_of(Of({"c"})));
  EXPECT_TRUE(keys_.empty());
}

TEST_F(Unsettled, AreAllForWhoMayHaveSeenAnyAndWhereAnyMayHaveBeenChanged) {
  EXPECT_FALSE(keys_.hold_any_of(All()));
  keys_.add(Of({"a"}));
  EXPECT_TRUE(keys_.hold_any_of(All()));
  keys_.add(All());
  EXPECT_TRUE(keys_.hold_any_of(Of({"x"})));
  EXPECT_FALSE(keys_.hold_any_of(Of({})));
  keys_.depart();
  EXPECT_TRUE(keys_.hold_any_of(Of({"x"})));
  keys_.arrive();
  EXPECT_FALSE(keys_.hold_any_of(Of({"x"})));
}

TEST_F(Unsettled, AreRarelyOthers) {
  for (int i = 0; i < 50'000; ++i) keys_.add(Of({std::to_string(i)}));
  int taken_for_others = 0;
  for (int i = 50'000; i < 60'000; ++i) {
    taken_for_others += keys_.hold_any_of(Of({std::to_string(i)})) ? 1 : 0;
  }
  EXPECT_LT(taken_for_others, 1'000);
  for (int i = 0; i < 50'000; ++i) ASSERT_TRUE(keys_.hold_any_of(Of({std::to_string(i)})));
}

}  // namespace
}  // namespace keemun::server
