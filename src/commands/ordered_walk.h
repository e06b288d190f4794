// A collection in the order of its names, element by element, and beside another one.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "base/bytes.h"
#include "types/pages.h"

namespace keemun::commands {

template <typename Store>
class OrderedWalk {
 public:
  using Element = typename types::Pages<Store>::Page::value_type;

  explicit OrderedWalk(Store& store) : pages_(store) {}

  // The next one, which stays until it is popped; null behind the last.
  const Element* front() {
    if (at_ == page_.size()) {
      page_ = pages_.next();
      at_ = 0;
    }
    return page_.empty() ? nullptr : &page_[at_];
  }
  void pop() { ++at_; }

 private:
  types::Pages<Store> pages_;
  typename types::Pages<Store>::Page page_;
  size_t at_ = 0;
};

// Several of them as one, in the order of all names; however many there are, each step looks at
// few.
template <typename Store>
class MergedWalk {
 public:
  using Element = typename OrderedWalk<Store>::Element;

  // The stores outlive it.
  void add(Store& store) {
    walks_.emplace_back(store);
    push(walks_.back());
  }
  // The least of all that are left, null behind the last.
  const Element* front() const { return heap_.empty() ? nullptr : heap_.front()->front(); }
  // Of names that ascend from call to call.
  bool holds(BytesView name) {
    while (front() != nullptr && types::name_of(*front()) < name) pop();
    return front() != nullptr && types::name_of(*front()) == name;
  }
  // That one, in each of them that has it.
  void pop() {
    const Bytes name(types::name_of(*front()));
    while (!heap_.empty() && types::name_of(*front()) == name) {
      std::pop_heap(heap_.begin(), heap_.end(), stands_behind);
      OrderedWalk<Store>& walk = *heap_.back();
      heap_.pop_back();
      walk.pop();
      push(walk);
    }
  }

 private:
  static bool stands_behind(OrderedWalk<Store>* one, OrderedWalk<Store>* other) {
    return types::name_of(*other->front()) < types::name_of(*one->front());
  }
  void push(OrderedWalk<Store>& walk) {
    if (walk.front() == nullptr) return;
    heap_.push_back(&walk);
    std::push_heap(heap_.begin(), heap_.end(), stands_behind);
  }

  std::deque<OrderedWalk<Store>> walks_;
  std::vector<OrderedWalk<Store>*> heap_;  // of those that have an element left
};

// Whether other collections, by their sizes where those are known, are less to read than the names
// of a first one are to be asked for in each of them.
inline bool are_better_read(std::optional<int64_t> first,
                            const std::vector<std::optional<int64_t>>& others) {
  int64_t to_read = 0;
  int64_t to_ask = 0;
  for (const std::optional<int64_t> size : others) {
    if (!first || !size) return false;
    to_read += *size;
    to_ask += *first / 2;
  }
  return to_read < to_ask;
}

// Finds the names of one collection in another by a walk over that, beside the one: a row of a page
// costs a part of one that is asked for by its key. It gives up when it would have to read many
// more than it is asked for.
template <typename Store>
class WalkBeside {
 public:
  // Sizes where they are known; without them there is no walk.
  WalkBeside(Store& store, std::optional<int64_t> size, std::optional<int64_t> size_of_walked)
      : walk_(store), keeps_pace_(size && size_of_walked && *size <= 2 * *size_of_walked) {}

  // Tells of each element that has one of the names, which ascend from call to call. False: it has
  // given up, or they are so few that each is better looked up.
  template <typename Names, typename Found>
  bool find(const Names& names, const Found& found) {
    if (!keeps_pace_ || names.size() < kNamesMin) return false;
    allowance_ += kElementsForAName * names.size();
    for (size_t i = 0; i < names.size(); ++i) {
      const auto* next = walk_.front();
      for (; next != nullptr && types::name_of(*next) < types::name_of(names[i]);
           next = walk_.front()) {
        keeps_pace_ = allowance_ > 0;
        if (!keeps_pace_) return false;
        --allowance_;
        walk_.pop();
      }
      if (next != nullptr && types::name_of(*next) == types::name_of(names[i])) found(i, *next);
    }
    return true;
  }

 private:
  static constexpr size_t kNamesMin = 32;
  static constexpr size_t kElementsForAName = 3;

  OrderedWalk<Store> walk_;
  bool keeps_pace_;
  size_t allowance_ = types::kPageElements;  // of elements that nobody asks for
};

}  // namespace keemun::commands
