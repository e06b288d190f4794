// Sorts a list that mostly stands in runs, each of them in order or in the opposite one: page after
// page of something that is in order, in whichever order the pages are. Where the runs do not lie
// within one another that takes two looks at each element; a list without runs is sorted as any
// other.
#pragma once

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <utility>
#include <vector>

namespace keemun {

namespace sorting {

// Where each run begins, and the end of the last; runs of the opposite order are turned round.
// None where there are too many for a run to be worth looking for.
template <typename T, typename IsBefore>
std::vector<size_t> find_runs(std::vector<T>& list, const IsBefore& is_before) {
  constexpr size_t kRunLengthMin = 8;
  constexpr size_t kRunsAtFirst = 16;
  std::vector<size_t> bounds = {0};
  const auto is_behind = [&is_before](const T& a, const T& b) { return is_before(b, a); };
  while (bounds.back() < list.size()) {
    const size_t begin = bounds.back();
    if (bounds.size() > kRunsAtFirst + begin / kRunLengthMin) return {};
    const auto first = list.begin() + static_cast<std::ptrdiff_t>(begin);
    auto end = std::is_sorted_until(first, list.end(), is_before);
    if (std::distance(first, end) == 1) {
      end = std::is_sorted_until(first, list.end(), is_behind);
      std::reverse(first, end);
    }
    bounds.push_back(static_cast<size_t>(std::distance(list.begin(), end)));
  }
  return bounds;
}

// The runs one after another, by what each begins with: their bounds now.
template <typename T, typename IsBefore>
std::vector<size_t> order_runs(std::vector<T>& list, const std::vector<size_t>& bounds,
                               const IsBefore& is_before) {
  std::vector<std::pair<size_t, size_t>> runs;
  for (size_t run = 0; run + 1 < bounds.size(); ++run) {
    runs.emplace_back(bounds[run], bounds[run + 1]);
  }
  std::sort(runs.begin(), runs.end(),
            [&](const auto& a, const auto& b) { return is_before(list[a.first], list[b.first]); });
  std::vector<size_t> bounds_now = {0};
  std::vector<T> ordered;
  ordered.reserve(list.size());
  for (const auto& [begin, end] : runs) {
    std::move(list.begin() + static_cast<std::ptrdiff_t>(begin),
              list.begin() + static_cast<std::ptrdiff_t>(end), std::back_inserter(ordered));
    bounds_now.push_back(ordered.size());
  }
  list = std::move(ordered);
  return bounds_now;
}

// Each with its neighbour, where they lie within each other: half as many are left.
template <typename T, typename IsBefore>
std::vector<size_t> merge_pairs(std::vector<T>& list, const std::vector<size_t>& bounds,
                                const IsBefore& is_before) {
  const auto place = [&list](size_t i) { return list.begin() + static_cast<std::ptrdiff_t>(i); };
  std::vector<size_t> left = {0};
  for (size_t run = 0; run + 1 < bounds.size(); run += 2) {
    const bool is_last = run + 2 == bounds.size();
    const size_t middle = bounds[run + 1];
    left.push_back(is_last ? middle : bounds[run + 2]);
    if (is_last || !is_before(list[middle], list[middle - 1])) continue;
    std::inplace_merge(place(bounds[run]), place(middle), place(left.back()), is_before);
  }
  return left;
}

}  // namespace sorting

template <typename T, typename IsBefore>
void sort_runs(std::vector<T>& list, const IsBefore& is_before) {
  constexpr size_t kFew = 64;
  std::vector<size_t> bounds;
  if (list.size() >= kFew) bounds = sorting::find_runs(list, is_before);
  if (bounds.empty()) return std::sort(list.begin(), list.end(), is_before);
  if (bounds.size() > 2) bounds = sorting::order_runs(list, bounds, is_before);
  while (bounds.size() > 2) bounds = sorting::merge_pairs(list, bounds, is_before);
}

// Both are in order, and afterwards the first is with what was in the second. Where one is short,
// each of its elements is looked for in the other; where the two lie apart, or are of about one
// length, that takes few comparisons for each.
template <typename T, typename IsBefore>
void merge_sorted(std::vector<T>& sorted, std::vector<T>&& coming, const IsBefore& is_before) {
  if (coming.size() > sorted.size()) std::swap(sorted, coming);
  auto end = sorted.end() - sorted.begin();
  sorted.resize(sorted.size() + coming.size());
  const auto begin = sorted.begin();
  // The last of all goes first, and what is behind it makes room: each element moves once.
  auto free_end = sorted.end();
  for (auto element = coming.rbegin(); element != coming.rend(); ++element) {
    // Where it belongs is likely near the end: back from there in steps that grow.
    auto above = end;
    auto below = end;
    for (std::ptrdiff_t step = 1; below > 0; step *= 2) {
      below = std::max<std::ptrdiff_t>(above - step, 0);
      if (!is_before(*element, begin[below])) break;
      above = below;
    }
    const auto behind = std::upper_bound(begin + below, begin + above, *element, is_before);
    free_end = std::move_backward(behind, begin + end, free_end);
    *--free_end = std::move(*element);
    end = behind - begin;
  }
}

}  // namespace keemun
