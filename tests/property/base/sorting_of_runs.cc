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

// The pages of a list are moved from its end, each from its beginning; or each from its end.
void expect_few_comparisons(bool are_turned_round) {
  constexpr int kPages = 1000;
  constexpr int kPage = 64;
  Numbers list;
  for (int page = kPages; page > 0; --page) {
    for (int i = 0; i < kPage; ++i) {
      list.push_back(page * kPage + (are_turned_round ? kPage - i : i));
    }
  }
  size_t comparisons = 0;
  sort_runs(list, [&comparisons](int a, int b) {
    ++comparisons;
    return a < b;
  });
  EXPECT_TRUE(std::is_sorted(list.begin(), list.end()));
  EXPECT_LT(comparisons, 3 * list.size());
}

TEST(SortingOfRuns, LooksAtEachElementAFewTimesWhereRunsAreApart) {
  expect_few_comparisons(false);
  expect_few_comparisons(true);
}

}  // namespace
}  // namespace keemun
