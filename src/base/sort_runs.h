// Sorts a list that mostly stands in runs, each of them in order or in the opposite one: page after
// page of something that is in order, in whichever order the pages are. Where the runs do not lie
// within one another that takes a look at each element; a list without runs is sorted as any other.
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

// The runs one after another, by what each begins with.
template <typename T, typename IsBefore>
void order_runs(std::vector<T>& list, const std::vector<size_t>& bounds,
                const IsBefore& is_before) {
  std::vector<std::pair<size_t, size_t>> runs;
  for (size_t run = 0; run + 1 < bounds.size(); ++run) {
    runs.emplace_back(bounds[run], bounds[run + 1]);
  }
  std::sort(runs.begin(), runs.end(),
            [&](const auto& a, const auto& b) { return is_before(list[a.first], list[b.first]); });
  std::vector<T> ordered;
  ordered.reserve(list.size());
  for (const auto& [begin, end] : runs) {
    std::move(list.begin() + static_cast<std::ptrdiff_t>(begin),
              list.begin() + static_cast<std::ptrdiff_t>(end), std::back_inserter(ordered));
  }
  list = std::move(ordered);
}

}  // namespace sorting

template <typename T, typename IsBefore>
void sort_runs(std::vector<T>& list, const IsBefore& is_before) {
  constexpr size_t kFew = 64;
  constexpr size_t kRunsToMerge = 16;
  const auto place = [&list](size_t i) { return list.begin() + static_cast<std::ptrdiff_t>(i); };
  if (list.size() < kFew) return std::sort(list.begin(), list.end(), is_before);
  std::vector<size_t> bounds = sorting::find_runs(list, is_before);
  if (bounds.size() > 2) {
    sorting::order_runs(list, bounds, is_before);
    bounds = sorting::find_runs(list, is_before);
  }
  if (bounds.empty() || bounds.size() > kRunsToMerge + 1) {
    return std::sort(list.begin(), list.end(), is_before);
  }
  for (size_t run = 1; run + 1 < bounds.size(); ++run) {
    std::inplace_merge(list.begin(), place(bounds[run]), place(bounds[run + 1]), is_before);
  }
}

// Both are in order, and afterwards the first is with what was in the second. Where one is short,
// each of its elements is looked for in the other.
template <typename T, typename IsBefore>
void merge_sorted(std::vector<T>& sorted, std::vector<T>&& coming, const IsBefore& is_before) {
  if (coming.size() > sorted.size()) std::swap(sorted, coming);
  auto end = sorted.end() - sorted.begin();
  sorted.resize(sorted.size() + coming.size());
  // The last of all goes first, and what is behind it makes room: each element moves once.
  auto free_end = sorted.end();
  for (auto element = coming.rbegin(); element != coming.rend(); ++element) {
    const auto begin = sorted.begin();
    const auto behind = std::upper_bound(begin, begin + end, *element, is_before);
    free_end = std::move_backward(behind, begin + end, free_end);
    *--free_end = std::move(*element);
    end = behind - begin;
  }
}

}  // namespace keemun
