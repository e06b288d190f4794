// Streams of several pages of rows: however many entries are trimmed at once, all rows of theirs go
// and none of the others', and the stream begins where it says.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "session/session.h"
#include "sim/sim_clock.h"
#include "sim/sim_kv.h"
#include "sim/sim_random.h"

namespace keemun {
namespace {

constexpr int kEntries = 1'500;

struct Store {
  format::EncodingFamily family;
  bool erases_ranges;
};

class LongStreams : public testing::TestWithParam<Store> {
 protected:
  LongStreams()
      : kv_(profile()), clock_(1'700'000'000'000), core_(kv_, clock_, random_, settings()) {
    for (int i = 1; i <= kEntries; ++i) run({"xadd", "s", std::to_string(i), "f", "v"});
    run({"xadd", "other", "1-1", "f", "v"});
  }

  Bytes run(const std::vector<Bytes>& args) {
    return resp::to_transcript(session_.execute(std::vector<BytesView>(args.begin(), args.end())));
  }
  // The rows of the entries there are, of which each has as many.
  void expect_entries(int first) {
    const int left = kEntries - first + 1;
    EXPECT_EQ(run({"xlen", "s"}), "(integer) " + std::to_string(left));
    const Bytes id = std::to_string(first) + "-0";
    EXPECT_EQ(run({"xrange", "s", "-", "+", "count", "1"}),
              left == 0 ? "(empty array)" : "1) 1) \"" + id + "\"\n   2) 1) \"f\"\n      2) \"v\"");
    EXPECT_EQ(entry_rows(), static_cast<size_t>(left) + 1) << first;
  }

 private:
  static sim::KvProfile profile() {
    sim::KvProfile profile = sim::KvProfile::memory();
    profile.capabilities.cheap_range_erase = GetParam().erases_ranges;
    return profile;
  }
  static session::CoreSettings settings() {
    session::CoreSettings settings;
    settings.databases.emplace_back(format::LayoutKind::kPlain, "a");
    settings.families = {GetParam().family};
    return settings;
  }
  // A row that holds the value of an entry is one, in both families.
  size_t entry_rows() const {
    size_t count = 0;
    for (const auto& [key, value] : kv_.rows()) count += size_t{value.ends_with('v')};
    return count;
  }

  sim::SimKv kv_;
  sim::SimClock clock_;
  sim::SimRandom random_{1};
  session::Core core_;
  session::Session session_{core_};
};

TEST_P(LongStreams, AreTrimmedByAnyNumberAtOnce) {
  int first = 1;
  for (const int count : {1, 2, 3, 4, 5, 255, 256, 257, 600}) {
    first += count;
    const Bytes left = std::to_string(kEntries - first + 1);
    EXPECT_EQ(run({"xtrim", "s", "maxlen", left}), "(integer) " + std::to_string(count));
    expect_entries(first);
  }
  EXPECT_EQ(run({"xtrim", "s", "maxlen", "0"}),
            "(integer) " + std::to_string(kEntries - first + 1));
  expect_entries(kEntries + 1);
}

TEST_P(LongStreams, AreTrimmedUpToAnyId) {
  EXPECT_EQ(run({"xtrim", "s", "minid", "1"}), "(integer) 0");
  for (const int first : {2, 5, 9, 300, 700, 1'400}) {
    run({"xtrim", "s", "minid", std::to_string(first)});
    expect_entries(first);
  }
  EXPECT_EQ(run({"xtrim", "s", "minid", "~", "1450", "limit", "40"}), "(integer) 40");
  expect_entries(1'440);
  run({"xtrim", "s", "minid", "9999"});
  expect_entries(kEntries + 1);
}

INSTANTIATE_TEST_SUITE_P(Stores, LongStreams,
                         testing::Values(Store{format::EncodingFamily::kCamellia, true},
                                         Store{format::EncodingFamily::kCamellia, false},
                                         Store{format::EncodingFamily::kArdb, true},
                                         Store{format::EncodingFamily::kArdb, false}));

}  // namespace
}  // namespace keemun
