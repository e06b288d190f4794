// A HyperLogLog that is changed where it stands has, after each of thousands of elements, the bytes
// of the one that the model takes apart and writes anew: while its runs are split and joined, when
// they become dense, and when runs are at hand that Redis would not have written.
#include <gtest/gtest.h>

#include <algorithm>

#include "commands/string/hyperloglog.h"
#include "model/model.h"
#include "plan/draw.h"

namespace keemun {
namespace {

using commands::HyperLogLog;

class Both {
 public:
  explicit Both(const Bytes& bytes) : value_(bytes) { ask({"set", "k", bytes}); }

  void add(const Bytes& element) {
    if (value_.add(element)) value_.forget_count();
    ask({"pfadd", "k", element});
  }
  Bytes bytes() const { return value_.bytes(); }
  Bytes bytes_of_model() { return ask({"get", "k"}).text(); }
  uint64_t count() const { return commands::estimated_count(value_.value_counts()); }
  uint64_t count_of_model() {
    const auto count = static_cast<uint64_t>(ask({"pfcount", "k"}).integer());
    value_.set_known_count(count);
    return count;
  }

 private:
  resp::Reply ask(const model::Args& args) { return model_.execute(client_, args, 1); }

  HyperLogLog value_;
  model::Model model_;
  model::Client client_;
};

TEST(HyperLogLogs, HaveTheBytesOfTheModelAfterEachElement) {
  constexpr uint64_t kSeeds = 3;
  constexpr uint64_t kElements = 2500;  // enough to become dense
  for (uint64_t seed = 1; seed <= kSeeds; ++seed) {
    Both both(HyperLogLog().bytes());
    plan::Draw draw(seed, 1, plan::Stream::kSwarm);
    for (uint64_t i = 0; i < kElements; ++i) {
      both.add(Bytes(draw.below(20), 'x') + std::to_string(draw.below(uint64_t{1} << 40)));
      ASSERT_EQ(both.bytes(), both.bytes_of_model()) << "seed " << seed << ", element " << i;
      if (i % 50 != 0) continue;
      ASSERT_EQ(both.count(), both.count_of_model()) << "seed " << seed << ", element " << i;
    }
    EXPECT_EQ(both.bytes().size(), 12304u);
  }
}

// Runs of 0 in any length and form, equal runs next to each other.
TEST(HyperLogLogs, HaveThemWhateverRunsTheyWereGiven) {
  constexpr uint64_t kSeeds = 200;
  for (uint64_t seed = 1; seed <= kSeeds; ++seed) {
    plan::Draw draw(seed, 1, plan::Stream::kSwarm);
    Bytes bytes = HyperLogLog().bytes().substr(0, 16);
    for (size_t left = HyperLogLog::kRegisterCount; left > 0;) {
      const auto run =
          static_cast<size_t>(draw.below(3) == 0 ? 1 + draw.below(300) : 1 + draw.below(4));
      const size_t length = std::min(run, left);
      if (length <= 4 && draw.below(3) > 0) {
        bytes += static_cast<char>(0x80 | draw.below(2) << 2 | (length - 1));
      } else {
        bytes += static_cast<char>(0x40 | (length - 1) >> 8);
        bytes += static_cast<char>((length - 1) & 0xff);
      }
      left -= length;
    }
    Both both(bytes);
    for (int i = 0; i < 20; ++i) {
      both.add(std::to_string(draw.below(1000)));
      ASSERT_EQ(both.bytes(), both.bytes_of_model()) << "seed " << seed << ", element " << i;
    }
    ASSERT_EQ(both.count(), both.count_of_model()) << "seed " << seed;
  }
}

}  // namespace
}  // namespace keemun
