#include "format/key_version.h"

#include <gtest/gtest.h>

namespace keemun::format {
namespace {

constexpr int64_t kNow = 1724900000000;

KeyVersionIssuer ready_issuer(uint8_t number, int64_t until_ms = kNow + 1000) {
  KeyVersionIssuer issuer(IssuerNumber(number), 0);
  issuer.reserve(until_ms);
  return issuer;
}

TEST(KeyVersionIssuer, IssuesNothingBeforeAReservation) {
  KeyVersionIssuer issuer(IssuerNumber(1), 0);
  EXPECT_EQ(issuer.issue(kNow), std::nullopt);
  const int64_t wanted = issuer.reservation_wanted(kNow);
  EXPECT_EQ(wanted, kNow + KeyVersionIssuer::kReservationMs);
  issuer.reserve(wanted);
  EXPECT_TRUE(issuer.issue(kNow).has_value());
}

TEST(KeyVersionIssuer, CountsWithinOneMillisecond) {
  KeyVersionIssuer issuer = ready_issuer(1);
  const auto first = issuer.issue(kNow);
  const auto second = issuer.issue(kNow);
  EXPECT_EQ(second->value, first->value + 1);
  EXPECT_EQ(creation_ms(*second), kNow);
}

TEST(KeyVersionIssuer, CountsFromZeroInEachMillisecond) {
  KeyVersionIssuer issuer = ready_issuer(1);
  const auto first = issuer.issue(kNow);
  EXPECT_EQ(issuer.issue(kNow + 1)->value, first->value + (1 << 20));
}

TEST(KeyVersionIssuer, BorrowsTheNextMillisecondWhenOneIsUsedUp) {
  KeyVersionIssuer issuer = ready_issuer(1);
  for (int i = 0; i < 4096; ++i) EXPECT_EQ(creation_ms(*issuer.issue(kNow)), kNow);
  EXPECT_EQ(creation_ms(*issuer.issue(kNow)), kNow + 1);
}

TEST(KeyVersionIssuer, GoesOnUpwardWhenTheClockStepsBack) {
  KeyVersionIssuer issuer = ready_issuer(1);
  const auto before = issuer.issue(kNow);
  const auto after = issuer.issue(kNow - 3'600'000);
  EXPECT_GT(*after, *before);
  EXPECT_EQ(creation_ms(*after), kNow);
}

TEST(KeyVersionIssuer, TwoIssuersDifferInTheSameMillisecond) {
  EXPECT_NE(ready_issuer(1).issue(kNow), ready_issuer(2).issue(kNow));
}

TEST(KeyVersionIssuer, StartsAboveWhatItMayHaveIssuedBeforeARestart) {
  KeyVersionIssuer issuer = ready_issuer(1, kNow + 5);
  std::optional<KeyVersion> last;
  for (int i = 0; i < 5 * 4096; ++i) last = issuer.issue(kNow);
  ASSERT_TRUE(last.has_value());
  EXPECT_EQ(issuer.issue(kNow), std::nullopt);
  KeyVersionIssuer restarted(IssuerNumber(1), kNow + 5);
  EXPECT_EQ(restarted.issue(kNow), std::nullopt);
  restarted.reserve(restarted.reservation_wanted(kNow));
  EXPECT_GT(*restarted.issue(kNow), *last);
}

TEST(KeyVersionIssuer, NeverLooksLikeAPlainMillisecond) {
  KeyVersionIssuer issuer = ready_issuer(0);
  const auto version = issuer.issue(-5);
  EXPECT_EQ(version->value, int64_t{1} << 44);
  EXPECT_EQ(creation_ms(*version), KeyVersionIssuer::kFirstMs);
}

TEST(KeyVersionIssuer, AReservationNeverShrinks) {
  KeyVersionIssuer issuer = ready_issuer(1, kNow + 60'000);
  issuer.reserve(kNow);
  EXPECT_TRUE(issuer.issue(kNow + 59'999).has_value());
  EXPECT_EQ(ready_issuer(1, kNow + 60'000).reservation_wanted(kNow), kNow + 60'000);
}

TEST(KeyVersionIssuer, ReservesNothingBeyondTheLastMillisecond) {
  KeyVersionIssuer issuer(IssuerNumber(255), KeyVersionIssuer::kEndMs - 1);
  const int64_t wanted = issuer.reservation_wanted(0);
  EXPECT_EQ(wanted, KeyVersionIssuer::kEndMs);
  issuer.reserve(wanted);
  EXPECT_GT(issuer.issue(0)->value, 0);
}

TEST(KeyVersionIssuer, IsUsedUpByTheClockAndByWhatIsReserved) {
  EXPECT_FALSE(KeyVersionIssuer(IssuerNumber(1), KeyVersionIssuer::kEndMs - 1).is_used_up(kNow));
  EXPECT_TRUE(KeyVersionIssuer(IssuerNumber(1), KeyVersionIssuer::kEndMs).is_used_up(kNow));
  EXPECT_TRUE(KeyVersionIssuer(IssuerNumber(1), 0).is_used_up(KeyVersionIssuer::kEndMs));
}

TEST(KeyVersionIssuerDeathTest, EndsTheProcessWhenTheClockIsBeyondItsRange) {
  KeyVersionIssuer issuer = ready_issuer(1);
  EXPECT_DEATH(issuer.issue(KeyVersionIssuer::kEndMs), "is_used_up");
  EXPECT_DEATH(issuer.reserve(KeyVersionIssuer::kEndMs + 1), "kEndMs");
}

TEST(CreationMs, IsTheVersionItselfForTheJavaProxy) {
  EXPECT_EQ(creation_ms(KeyVersion(kNow)), kNow);
  EXPECT_EQ(creation_ms(KeyVersion(kNow << 20 | 0xABCDE)), kNow);
}

}  // namespace
}  // namespace keemun::format
