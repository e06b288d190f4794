// Sorts no more than the first of many: the quicksort of Bentley and McIlroy ("Engineering a Sort
// Function", 1993), left alone where a part begins behind what is wanted.
//
// Which of equal elements come first can be seen, and so can which of them come at all. Redis sorts
// this way where a COUNT leaves something out, so this is the algorithm to the letter: the choice
// of the pivot, the swaps and the limits of 7 and 40.
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace keemun::types {

// `is_less` orders the elements.
template <typename Element, typename IsLess>
class LeadingSort {
 public:
  LeadingSort(std::vector<Element>& elements, IsLess is_less)
      : elements_(elements), is_less_(is_less) {}

  // The first `wanted` are in their places then.
  void run(size_t wanted) {
    std::vector<Part> parts = {{0, elements_.size()}};
    while (!parts.empty()) {
      const Part part = parts.back();
      parts.pop_back();
      if (part.end - part.begin < 2 || part.begin >= wanted) continue;
      if (part.end - part.begin < kInsertionMax) {
        insert_one_by_one(part);
        continue;
      }
      const auto [less, greater] = split(part);
      parts.push_back(greater);
      parts.push_back(less);
    }
  }

 private:
  struct Part {
    size_t begin;
    size_t end;
  };
  static constexpr size_t kInsertionMax = 7;
  static constexpr size_t kMedianOfNineMin = 41;

  bool is_less(size_t a, size_t b) const { return is_less_(elements_[a], elements_[b]); }
  void swap(size_t a, size_t b) { std::swap(elements_[a], elements_[b]); }
  void swap_ranges(size_t a, size_t b, size_t count) {
    for (size_t i = 0; i < count; ++i) swap(a + i, b + i);
  }

  void insert_one_by_one(Part part) {
    for (size_t i = part.begin + 1; i < part.end; ++i) {
      for (size_t j = i; j > part.begin && is_less(j, j - 1); --j) swap(j, j - 1);
    }
  }

  size_t median(size_t a, size_t b, size_t c) const {
    if (is_less(a, b)) return is_less(b, c) ? b : (is_less(a, c) ? c : a);
    return is_less(c, b) ? b : (is_less(a, c) ? a : c);
  }

  size_t pivot_of(Part part) const {
    const size_t count = part.end - part.begin;
    size_t middle = part.begin + count / 2;
    if (count == kInsertionMax) return middle;
    size_t first = part.begin;
    size_t last = part.end - 1;
    if (count >= kMedianOfNineMin) {
      const size_t eighth = count / 8;
      first = median(first, first + eighth, first + 2 * eighth);
      middle = median(middle - eighth, middle, middle + eighth);
      last = median(last - 2 * eighth, last - eighth, last);
    }
    return median(first, middle, last);
  }

  // What equals the pivot is gathered at both ends first and brought to the middle in the end.
  std::pair<Part, Part> split(Part part) {
    swap(part.begin, pivot_of(part));
    const size_t pivot = part.begin;
    size_t equal_end = part.begin + 1;  // [begin, equal_end) equals the pivot
    size_t low = equal_end;             // [equal_end, low) is less
    size_t high = part.end;             // [high, equal_begin) is greater
    size_t equal_begin = part.end;      // [equal_begin, end) equals it
    for (;;) {
      for (; low < high && !is_less(pivot, low); ++low) {
        if (!is_less(low, pivot)) swap(equal_end++, low);
      }
      for (; low < high && !is_less(high - 1, pivot); --high) {
        if (!is_less(pivot, high - 1)) swap(high - 1, --equal_begin);
      }
      if (low == high) break;
      swap(low++, --high);
    }
    const size_t less = low - equal_end;
    const size_t greater = equal_begin - high;
    const size_t at_begin = std::min(equal_end - part.begin, less);
    swap_ranges(part.begin, low - at_begin, at_begin);
    const size_t at_end = std::min(greater, part.end - equal_begin);
    swap_ranges(low, part.end - at_end, at_end);
    return {{part.begin, part.begin + less}, {part.end - greater, part.end}};
  }

  std::vector<Element>& elements_;
  IsLess is_less_;
};

}  // namespace keemun::types
