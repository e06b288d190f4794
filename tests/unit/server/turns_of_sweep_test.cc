#include "server/turns_of_sweep.h"

#include <gtest/gtest.h>

namespace keemun::server {
namespace {

int sweeps_in(int steps, bool has_much_garbage) {
  TurnsOfSweep turns(16);
  int sweeps = 0;
  for (int i = 0; i < steps; ++i) sweeps += turns.is_next(has_much_garbage) ? 1 : 0;
  return sweeps;
}

TEST(TurnsOfSweep, AreEverySecondOne) {
  EXPECT_EQ(sweeps_in(100, false), 50);
}

TEST(TurnsOfSweep, AreRareBesideMuchGarbageButCome) {
  EXPECT_EQ(sweeps_in(16, true), 0);
  EXPECT_EQ(sweeps_in(17, true), 1);
  EXPECT_EQ(sweeps_in(1700, true), 100);
}

}  // namespace
}  // namespace keemun::server
