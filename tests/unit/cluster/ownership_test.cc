#include "cluster/ownership.h"

#include <gtest/gtest.h>

#include "format/store_records.h"

namespace keemun::cluster {
namespace {

constexpr int64_t kLeaseMs = 1'000;
constexpr int64_t kPatienceMs = 1'200;
constexpr int64_t kNowMs = 1'700'000'000'000;

ShareRows rows_of(const Bytes& node, int64_t epoch, int64_t beat, bool is_left = false) {
  return {format::encode_share_owner({epoch, node}),
          format::encode_share_beat({is_left, beat, kNowMs + kLeaseMs})};
}

class OwnershipTest : public testing::Test {
 protected:
  Ownership ownership_{2, kLeaseMs};
};

TEST_F(OwnershipTest, NothingIsFreeBeforeAnybodyHasLooked) {
  EXPECT_FALSE(ownership_.is_free(0, 1'000'000));
  ownership_.saw(0, {}, 5);
  EXPECT_TRUE(ownership_.is_free(0, 5));
  EXPECT_FALSE(ownership_.is_free(1, 5));
}

TEST_F(OwnershipTest, WhatAnotherBeatsForIsFreeAfterMoreThanALeaseOfSilence) {
  ownership_.saw(0, rows_of("b", 1, 0), 100);
  ownership_.saw(0, rows_of("b", 1, 0), 100 + kPatienceMs);
  EXPECT_FALSE(ownership_.is_free(0, 100 + kPatienceMs));
  EXPECT_TRUE(ownership_.is_free(0, 101 + kPatienceMs));
  ownership_.saw(0, rows_of("b", 1, 1), 101 + kPatienceMs);
  EXPECT_FALSE(ownership_.is_free(0, 101 + kPatienceMs));
}

TEST_F(OwnershipTest, WhatWasLetGoIsFreeAtOnce) {
  ownership_.saw(0, rows_of("b", 1, 7, true), 100);
  EXPECT_TRUE(ownership_.is_free(0, 100));
}

TEST_F(OwnershipTest, RowsThatDoNotDecodeAreSomebodysUntilTheyAreSilent) {
  ownership_.saw(0, {"?", "?"}, 100);
  EXPECT_FALSE(ownership_.is_free(0, 100));
  EXPECT_TRUE(ownership_.is_free(0, 101 + kPatienceMs));
}

TEST_F(OwnershipTest, ALeaseCountsFromBeforeTheBeatWasSent) {
  ownership_.took(0, rows_of("a", 3, 0), 100);
  EXPECT_TRUE(ownership_.is_ours(0, 3, 99 + kLeaseMs));
  EXPECT_FALSE(ownership_.is_ours(0, 3, 100 + kLeaseMs));
  EXPECT_FALSE(ownership_.is_ours(0, 2, 100));
  ownership_.wrote(0, rows_of("a", 3, 1), 500);
  EXPECT_TRUE(ownership_.is_ours(0, 3, 499 + kLeaseMs));
}

TEST_F(OwnershipTest, NoCommandGoesByATimeBeyondTheHorizon) {
  ownership_.took(0, rows_of("a", 1, 0), 100);
  EXPECT_TRUE(ownership_.may_enter(0, 100, kNowMs + kLeaseMs));
  EXPECT_FALSE(ownership_.may_enter(0, 100, kNowMs + kLeaseMs + 1));
  EXPECT_TRUE(ownership_.wants_beat(0, 100, kNowMs + kLeaseMs + 1));
}

TEST_F(OwnershipTest, ABeatIsDueAfterAThirdOfTheLease) {
  ownership_.took(0, rows_of("a", 1, 0), 100);
  EXPECT_FALSE(ownership_.wants_beat(0, 99 + kLeaseMs / 3, kNowMs));
  EXPECT_TRUE(ownership_.wants_beat(0, 100 + kLeaseMs / 3, kNowMs));
}

TEST_F(OwnershipTest, AnotherOwnerInTheRowsEndsOurs) {
  ownership_.took(0, rows_of("a", 1, 0), 100);
  ownership_.saw(0, rows_of("a", 1, 5), 110);  // a beat of ours that nobody had confirmed
  EXPECT_TRUE(ownership_.may_enter(0, 110, kNowMs));
  ownership_.saw(0, rows_of("b", 2, 0), 120);
  EXPECT_FALSE(ownership_.may_enter(0, 120, kNowMs));
  EXPECT_EQ(ownership_.epoch(0), 0);
}

TEST_F(OwnershipTest, WhatIsBeingLetGoIsEnteredByNobodyButStaysOurs) {
  ownership_.took(0, rows_of("a", 1, 0), 100);
  ownership_.let_go(0);
  ownership_.let_go(1);  // not ours: nothing to let go
  EXPECT_FALSE(ownership_.may_enter(0, 100, kNowMs));
  EXPECT_TRUE(ownership_.is_ours(0, 1, 100));
  EXPECT_FALSE(ownership_.is_leaving(1));
  ownership_.wrote(0, rows_of("a", 1, 1, true), 110);
  EXPECT_FALSE(ownership_.is_ours(0, 1, 110));
  EXPECT_FALSE(ownership_.is_leaving(0));
}

}  // namespace
}  // namespace keemun::cluster
