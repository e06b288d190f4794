#include "server/store/known_counts.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "base/command_error.h"
#include "format/key_layout.h"
#include "support/temporary_directory.h"

namespace keemun::server {
namespace {

constexpr int64_t kNowMs = 1'000'000;
constexpr int64_t kLaterMs = kNowMs + 10'000;

keyspace::MetaChange added(Bytes row, int64_t expire_at_ms) {
  return {std::move(row), true, {}, {true, expire_at_ms}};
}

class KnownCounts : public testing::Test {
 protected:
  void SetUp() override {
    for (keyspace::KeyCount& count : counts_ = fresh()) count.flushed();
    for (int i = 0; i < 5; ++i) counts_[0].changed(added(std::to_string(i), -1));
    counts_[0].changed(added("a", kLaterMs));
    counts_[0].changed(added("b", kLaterMs));
    counts_[0].changed(added("c", kLaterMs * 2));
    counts_[1].changed(added("x", -1));
  }

  std::vector<keyspace::KeyCount> fresh() const {
    std::vector<keyspace::KeyCount> counts;
    for (const format::KeyLayout& layout : layouts_) {
      counts.emplace_back(keyspace::KeyMetas(layout, format::EncodingFamily::kCamellia));
    }
    return counts;
  }

  void leave(bool has_garbage = false) {
    leave_known_counts(path_, "store 7", kNowMs, counts_, has_garbage);
  }

  std::vector<keyspace::KeyCount> taken(BytesView content = "store 7", int64_t now_ms = kNowMs) {
    std::vector<keyspace::KeyCount> counts = fresh();
    may_have_garbage_ = learn_known_counts(path_, content, now_ms, counts);
    return counts;
  }

  bool is_taken(BytesView content = "store 7", int64_t now_ms = kNowMs) {
    return taken(content, now_ms)[0].is_complete();
  }

  const std::vector<format::KeyLayout> layouts_ = {{format::LayoutKind::kPlain, "a"},
                                                   {format::LayoutKind::kPlain, "b"}};
  std::vector<keyspace::KeyCount> counts_;
  bool may_have_garbage_ = false;  // by what was taken last
  TemporaryDirectory folder_;
  const Bytes path_ = folder_ / "counts";
};

TEST_F(KnownCounts, AreWhatTheLastProcessKnew) {
  leave();
  std::vector<keyspace::KeyCount> counts = taken("store 7", kNowMs + 1);
  ASSERT_TRUE(counts[0].is_complete());
  EXPECT_EQ(counts[0].totals(kNowMs + 1).keys, 8);
  EXPECT_EQ(counts[0].totals(kNowMs + 1).expiring_keys, 3);
  EXPECT_EQ(counts[0].totals(kLaterMs + 1000).keys, 6);
  EXPECT_EQ(counts[0].totals(2 * kLaterMs + 1000).keys, 5);
  ASSERT_TRUE(counts[1].is_complete());
  EXPECT_EQ(counts[1].totals(kNowMs).keys, 1);
}

TEST_F(KnownCounts, AreNotWhatIsNotKnown) {
  counts_[1].start_over();
  leave();
  std::vector<keyspace::KeyCount> counts = taken();
  EXPECT_TRUE(counts[0].is_complete());
  EXPECT_FALSE(counts[1].is_complete());
}

TEST_F(KnownCounts, AreOfOneStoreAsItWasLeft) {
  leave();
  EXPECT_FALSE(is_taken("store 8"));
  leave();
  EXPECT_TRUE(is_taken());
}

TEST_F(KnownCounts, AreNoneWhereThereIsNoFile) {
  EXPECT_FALSE(is_taken());
  std::filesystem::create_directory(path_);
  EXPECT_FALSE(is_taken());
  std::filesystem::remove(path_);
  ASSERT_EQ(::mkfifo(path_.c_str(), 0600), 0);  // who reads it would wait for ever
  EXPECT_FALSE(is_taken());
}

TEST_F(KnownCounts, AreNotOfATimeToCome) {
  leave();
  EXPECT_FALSE(is_taken("store 7", kNowMs - 1));
}

TEST_F(KnownCounts, AreNotReadWhereAByteIsAnotherOrTheEndIsMissing) {
  leave();
  std::ifstream left(path_, std::ios::binary);
  const Bytes whole{std::istreambuf_iterator<char>(left), {}};
  const auto is_taken_of = [&](BytesView content) {
    std::ofstream(path_, std::ios::binary) << content;
    return is_taken();
  };
  for (size_t at = 0; at < whole.size(); ++at) {
    Bytes other = whole;
    other[at] = static_cast<char>(other[at] ^ 1);
    EXPECT_FALSE(is_taken_of(other)) << at;
    EXPECT_FALSE(is_taken_of(BytesView(whole).substr(0, at))) << at;
  }
  EXPECT_TRUE(is_taken_of(whole));
}

TEST_F(KnownCounts, TellOfGarbageToo) {
  leave(false);
  EXPECT_TRUE(is_taken());
  EXPECT_FALSE(may_have_garbage_);
  leave(true);
  EXPECT_TRUE(is_taken());
  EXPECT_TRUE(may_have_garbage_);
}

TEST_F(KnownCounts, LeaveItOpenWhetherThereIsGarbageWhereTheyAreNotTaken) {
  taken();
  EXPECT_TRUE(may_have_garbage_);
  leave(false);
  taken("store 8");
  EXPECT_TRUE(may_have_garbage_);
  taken("store 7", kNowMs - 1);
  EXPECT_TRUE(may_have_garbage_);
}

TEST_F(KnownCounts, AreNotLeftWhereThereIsNoFolder) {
  EXPECT_THROW(leave_known_counts(folder_ / "none/counts", "store 7", kNowMs, counts_, false),
               CommandError);
}

}  // namespace
}  // namespace keemun::server
