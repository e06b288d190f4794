// Rows of a run: what goes leaves no memory behind that nobody counts.
#include <gtest/gtest.h>

#include "keyspace/memory/run_rows.h"

namespace keemun::keyspace {
namespace {

const Bytes kLarge(20'000, 'x');

TEST(RunRows, GoAtTheFrontAndAreThereAgain) {
  RunRows rows({{"a", "1"}, {"b", "2"}, {"c", "3"}, {"d", "4"}, {"e", "5"}});
  rows.erase(0);
  rows.erase(0);
  ASSERT_EQ(rows.all().size(), 3u);
  EXPECT_EQ(rows.all().front(), (ports::Row{"c", "3"}));
  rows.insert(0, {"b", "6"});
  EXPECT_EQ(rows.take(), (std::vector<ports::Row>{{"b", "6"}, {"c", "3"}, {"d", "4"}, {"e", "5"}}));
}

TEST(RunRows, GiveBackTheirMemoryAtTheFront) {
  RunRows rows({{kLarge, kLarge}, {"b", "2"}, {"c", "3"}});
  rows.erase(0);
  rows.insert(0, {"a", "1"});  // in the place of what went
  EXPECT_LT(rows.all()[0].key.capacity(), 100u);
  EXPECT_LT(rows.all()[0].value.capacity(), 100u);
}

TEST(RunRows, GiveBackTheirMemoryInTheMiddle) {
  RunRows rows({{"a", "1"}, {kLarge, kLarge}, {"c", "3"}});
  rows.erase(1);
  EXPECT_LT(rows.all()[1].key.capacity(), 100u);
  EXPECT_LT(rows.all()[1].value.capacity(), 100u);
}

TEST(RunRows, GiveBackTheMemoryOfAValueThatWasLonger) {
  RunRows rows({{"a", kLarge}});
  rows.set_value(0, "1");
  EXPECT_EQ(rows.all()[0].value, "1");
  EXPECT_LT(rows.all()[0].value.capacity(), 100u);
}

}  // namespace
}  // namespace keemun::keyspace
