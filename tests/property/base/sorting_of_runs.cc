// Law: however a list is put together of runs, it is in order afterwards, and nothing of it is
// lost.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

#include "base/sort_runs.h"

namespace keemun {
namespace {

using Numbers = std::vector<int>;

// Pages of a long row of numbers, as many turned round, in whichever order; some of them lie within
// others, or hold the same.
Numbers pages_of_numbers() {
  const int count = *rc::gen::inRange(0, 40);
  Numbers list;
  for (int page = 0; page < count; ++page) {
    const int begin = *rc::gen::inRange(0, 2000);
    const int step = *rc::gen::weightedElement<int>({{8, 1}, {2, -1}, {1, 7}, {1, 0}});
    const int length = *rc::gen::inRange(1, 60);
    for (int i = 0; i < length; ++i) list.push_back(begin + step * i);
  }
  return list;
}

RC_GTEST_PROP(SortingOfRuns, PutsPagesInOrder, ()) {
  Numbers list = pages_of_numbers();
  Numbers expected = list;
  std::sort(expected.begin(), expected.end());
  sort_runs(list, std::less<>());
  RC_ASSERT(list == expected);
}

RC_GTEST_PROP(SortingOfRuns, PutsAnythingInOrder, (Numbers list)) {
  Numbers expected = list;
  std::sort(expected.begin(), expected.end());
  sort_runs(list, std::less<>());
  RC_ASSERT(list == expected);
}

RC_GTEST_PROP(SortingOfRuns, MergesWhatIsSorted, (Numbers a, Numbers b)) {
  std::sort(a.begin(), a.end());
  std::sort(b.begin(), b.end());
  Numbers expected = a;
  expected.insert(expected.end(), b.begin(), b.end());
  std::sort(expected.begin(), expected.end());
  merge_sorted(a, std::move(b), std::less<>());
  RC_ASSERT(a == expected);
}

struct Sorted {
  Numbers list;
  size_t comparisons = 0;
};

Sorted sorted_runs(Numbers list) {
  Sorted sorted = {std::move(list)};
  sort_runs(sorted.list, [&sorted](int a, int b) {
    ++sorted.comparisons;
    return a < b;
  });
  EXPECT_TRUE(std::is_sorted(sorted.list.begin(), sorted.list.end()));
  return sorted;
}

constexpr int kPages = 1000;
constexpr int kPage = 64;

// The pages of a list are moved from its end, each from its beginning, or the other way round.
TEST(SortingOfRuns, LooksAtEachElementAFewTimesWhereRunsAreApart) {
  for (const bool are_pages_backwards : {false, true}) {
    Numbers list;
    for (int i = 0; i < kPages; ++i) {
      const int page = are_pages_backwards ? kPages - i : i;
      for (int j = 0; j < kPage; ++j) {
        list.push_back(page * kPage + (are_pages_backwards ? j : kPage - j));
      }
    }
    const Sorted sorted = sorted_runs(std::move(list));
    EXPECT_LT(sorted.comparisons, 3 * sorted.list.size()) << are_pages_backwards;
  }
}

// As rows of members and of scores, each page of which comes in order.
TEST(SortingOfRuns, LooksAtEachElementLessOftenThanASortWhereRunsLieWithinOneAnother) {
  Numbers list;
  for (int page = 0; page < kPages; ++page) {
    for (const int family : {0, 1}) {
      for (int j = 0; j < kPage; ++j) list.push_back((family * kPages + page) * kPage + j);
    }
  }
  const Sorted sorted = sorted_runs(std::move(list));
  EXPECT_LT(sorted.comparisons, 14 * sorted.list.size());
}

TEST(MergingOfWhatIsSorted, ComparesNoMoreThanThereIs) {
  constexpr int kCount = 10'000;
  const auto comparisons_of = [](const auto& first, const auto& second) {
    Numbers a;
    Numbers b;
    for (int i = 0; i < kCount; ++i) {
      a.push_back(first(i));
      b.push_back(second(i));
    }
    size_t comparisons = 0;
    merge_sorted(a, std::move(b), [&comparisons](int left, int right) {
      ++comparisons;
      return left < right;
    });
    EXPECT_TRUE(std::is_sorted(a.begin(), a.end()));
    EXPECT_EQ(a.size(), 2u * kCount);
    return comparisons;
  };
  const auto even = [](int i) { return 2 * i; };
  EXPECT_LE(comparisons_of(even, [](int i) { return 2 * i + 1; }), 4u * kCount);
  EXPECT_LE(comparisons_of(even, [](int i) { return 2 * kCount + i; }), 3u * kCount);
}

}  // namespace
}  // namespace keemun
