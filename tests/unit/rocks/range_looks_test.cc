#include "rocks/range_looks.h"

#include <gtest/gtest.h>

namespace keemun::rocks {
namespace {

using Next = RangeLooks::Next;

constexpr uint64_t kMb = uint64_t{1} << 20;
constexpr int kInVain = 6;

TEST(RangeLooks, AreNotForWhatHoldsLittle) {
  EXPECT_EQ(RangeLooks().look(kMb, false), Next::kForget);
  RangeLooks looks;
  EXPECT_EQ(looks.look(100 * kMb, false), Next::kName);
  EXPECT_EQ(looks.look(kMb, true), Next::kForget);
}

TEST(RangeLooks, EndWhereNothingGoes) {
  RangeLooks looks;
  for (uint64_t i = 0; i < kInVain; ++i) {
    EXPECT_EQ(looks.look((100 + i) * kMb, false), Next::kName);  // with what is written there
  }
  EXPECT_EQ(looks.look(100 * kMb, false), Next::kForget);
}

TEST(RangeLooks, GoOnAsLongAsSomethingGoes) {
  RangeLooks looks;
  for (uint64_t bytes = 10'000 * kMb; bytes >= 16 * kMb; bytes -= bytes / 10) {
    EXPECT_EQ(looks.look(bytes, false), Next::kName);
    EXPECT_EQ(looks.look(bytes, false), Next::kName);
  }
}

// Which may be of other ranges, and never end.
TEST(RangeLooks, WaitForWhatIsUnderWayOnceItWasNamedAndNotForEver) {
  RangeLooks looks;
  std::chrono::milliseconds time = {};
  for (int named = 0; named < kInVain; ++named) {
    EXPECT_EQ(looks.look(100 * kMb, true), Next::kName);
    const auto interval = looks.interval();
    for (int i = 0; i < kInVain; ++i) {
      time += looks.interval();
      EXPECT_EQ(looks.look(100 * kMb, true), Next::kWait);
    }
    EXPECT_GE(looks.interval(), interval);
    EXPECT_LE(looks.interval(), std::chrono::minutes(2));
  }
  EXPECT_GT(time, std::chrono::minutes(10));
  EXPECT_EQ(looks.look(100 * kMb, false), Next::kForget);
}

}  // namespace
}  // namespace keemun::rocks
