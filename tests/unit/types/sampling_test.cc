#include "types/sampling.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>

#include "base/hash.h"

namespace keemun::types {
namespace {

// Draws that are the same in every run.
class Draws {
 public:
  uint64_t operator()() { return hash_draw(1, 0, ++count_); }

 private:
  uint64_t count_ = 0;
};

// The names "0000" … of a collection of that many, and how many pages were read of it.
class Numbered {
 public:
  explicit Numbered(int count, bool knows_its_size = true) : knows_its_size_(knows_its_size) {
    for (int i = 0; i < count; ++i)
      names_.insert(Bytes(5 - std::to_string(i).size(), '0') + std::to_string(i));
  }

  NameOrder order() {
    return {[this](const std::optional<Bytes>& after, size_t names_max) {
              ++pages_;
              std::vector<Bytes> page;
              auto it = after ? names_.upper_bound(*after) : names_.begin();
              for (; it != names_.end() && page.size() < names_max; ++it) page.push_back(*it);
              return page;
            },
            [this] { return static_cast<int64_t>(names_.size()); },
            [this] {
              return knows_its_size_ ? std::optional(static_cast<int64_t>(names_.size()))
                                     : std::nullopt;
            },
            [this] { return names_.empty() ? std::nullopt : std::optional(*names_.rbegin()); },
            [this](std::span<const uint64_t> ranks) { return at(ranks); }};
  }
  void know_ranks() { knows_ranks_ = true; }

  const std::set<Bytes>& names() const { return names_; }
  int pages() const { return pages_; }

 private:
  std::optional<std::vector<Bytes>> at(std::span<const uint64_t> ranks) const {
    if (!knows_ranks_) return std::nullopt;
    std::vector<Bytes> found;
    for (const uint64_t rank : ranks) {
      found.push_back(*std::next(names_.begin(), static_cast<std::ptrdiff_t>(rank)));
    }
    return found;
  }

  std::set<Bytes> names_;
  bool knows_its_size_;
  bool knows_ranks_ = false;
  int pages_ = 0;
};

size_t distinct_count(const std::vector<Bytes>& names) {
  return std::set<Bytes>(names.begin(), names.end()).size();
}

TEST(Sampling, DrawsEveryResultBelowTheBoundAndNoOther) {
  Draws draws;
  std::set<uint64_t> seen;
  for (int i = 0; i < 200; ++i) seen.insert(draw_below(std::ref(draws), 5));
  EXPECT_EQ(seen, (std::set<uint64_t>{0, 1, 2, 3, 4}));
}

TEST(Sampling, ThrowsAwayDrawsThatWouldFavourSmallResults) {
  // 2^64 mod 3 = 1: of all draws only 0 is one too many.
  std::vector<uint64_t> given = {0, 5};
  size_t next = 0;
  EXPECT_EQ(draw_below([&] { return given[next++]; }, 3), 2u);
  EXPECT_EQ(next, 2u);
}

TEST(Sampling, OfNothingIsNothing) {
  Draws draws;
  Numbered nobody(0);
  Numbered ten(10);
  EXPECT_TRUE(sample(nobody.order(), {5, true}, std::ref(draws)).empty());
  EXPECT_TRUE(sample(nobody.order(), {5, false}, std::ref(draws)).empty());
  EXPECT_TRUE(sample(ten.order(), {0, true}, std::ref(draws)).empty());
  EXPECT_EQ(ten.pages(), 0);
}

TEST(Sampling, AnswersDistinctNamesOrAsManyAsAskedFor) {
  Draws draws;
  Numbered ten(10);
  EXPECT_EQ(distinct_count(sample(ten.order(), {7, true}, std::ref(draws))), 7u);
  EXPECT_EQ(distinct_count(sample(ten.order(), {70, true}, std::ref(draws))), 10u);
  EXPECT_EQ(sample(ten.order(), {70, false}, std::ref(draws)).size(), 70u);
}

TEST(Sampling, OfABigCollectionReadsABoundedNumberOfPages) {
  Draws draws;
  Numbered many(50'000);
  const std::vector<Bytes> one = sample(many.order(), {1, true}, std::ref(draws));
  ASSERT_EQ(one.size(), 1u);
  EXPECT_TRUE(many.names().contains(one.front()));
  EXPECT_LE(many.pages(), 5);
  const std::vector<Bytes> some = sample(many.order(), {100, true}, std::ref(draws));
  EXPECT_EQ(distinct_count(some), 100u);
  EXPECT_LE(many.pages(), 10 + 4 * 100);
}

TEST(Sampling, ReachesEveryPartOfABigCollection) {
  for (const bool knows_its_size : {true, false}) {
    Draws draws;
    Numbered many(20'000, knows_its_size);
    std::map<char, int> thousands;
    for (int i = 0; i < 2000; ++i) {
      ++thousands[sample(many.order(), {1, false}, std::ref(draws)).front()[1]];
    }
    ASSERT_EQ(thousands.size(), 10u);
    for (const auto& [digit, count] : thousands) EXPECT_NEAR(count, 200, 100) << digit;
  }
}

TEST(Sampling, TakesTheNamesAtRanksWhereTheyAreKnown) {
  Draws draws;
  Numbered many(1'500);
  many.know_ranks();
  std::set<Bytes> seen;
  for (int i = 0; i < 2'000; ++i) {
    const std::vector<Bytes> some = sample(many.order(), {10, true}, std::ref(draws));
    EXPECT_EQ(distinct_count(some), 10u);
    seen.insert(some.begin(), some.end());
  }
  EXPECT_EQ(seen, many.names());
  EXPECT_EQ(many.pages(), 0);
  const std::vector<Bytes> unordered = sample(many.order(), {10, true}, std::ref(draws));
  EXPECT_FALSE(std::is_sorted(unordered.begin(), unordered.end()));
  EXPECT_EQ(sample(many.order(), {1'000, false}, std::ref(draws)).size(), 1'000u);
}

TEST(Sampling, OfManyOfABigCollectionIsStillOfDistinctNames) {
  for (const uint64_t asked : {900U, 936U, 937U, 1000U, 1001U}) {
    Draws draws;
    Numbered many(1'500);
    EXPECT_EQ(distinct_count(sample(many.order(), {asked, true}, std::ref(draws))), asked);
  }
}

TEST(Sampling, OfManyNamesWalksTheCollectionOnce) {
  Draws draws;
  Numbered many(5'000);
  EXPECT_EQ(distinct_count(sample(many.order(), {2'000, true}, std::ref(draws))), 2'000u);
  EXPECT_LE(many.pages(), 1 + 5'000 / 256 + 1);
  EXPECT_EQ(distinct_count(sample(many.order(), {9'000, true}, std::ref(draws))), 5'000u);
  EXPECT_EQ(sample(many.order(), {9'000, false}, std::ref(draws)).size(), 9'000u);
}

}  // namespace
}  // namespace keemun::types
