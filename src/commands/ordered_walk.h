// A collection in the order of its names, read page by page, so that it is never held whole.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

#include "base/bytes.h"
#include "types/hash_store.h"
#include "types/zset_store.h"

namespace keemun::commands {

inline const Bytes& name_of(const Bytes& member) {
  return member;
}
inline const Bytes& name_of(const types::ScoredMember& one) {
  return one.member;
}
inline const Bytes& name_of(const types::Field& field) {
  return field.field;
}

inline constexpr size_t kPageElements = 256;

// `Store` has scan() as collections have it, and outlives whoever walks over it.
template <typename Store>
class Pages {
 public:
  using Page = decltype(std::declval<Store&>().scan(std::nullopt, 1));

  explicit Pages(Store& store) : store_(&store) {}

  // Empty behind the last one.
  Page next() {
    if (is_finished_) return {};
    Page page = store_->scan(after_, kPageElements);
    is_finished_ = page.size() < kPageElements;
    if (!is_finished_) after_ = name_of(page.back());
    return page;
  }

 private:
  Store* store_;
  std::optional<Bytes> after_;
  bool is_finished_ = false;
};

template <typename Store>
class OrderedWalk {
 public:
  using Element = typename Pages<Store>::Page::value_type;

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
  Pages<Store> pages_;
  typename Pages<Store>::Page page_;
  size_t at_ = 0;
};

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
      for (; next != nullptr && name_of(*next) < name_of(names[i]); next = walk_.front()) {
        keeps_pace_ = allowance_ > 0;
        if (!keeps_pace_) return false;
        --allowance_;
        walk_.pop();
      }
      if (next != nullptr && name_of(*next) == name_of(names[i])) found(i, *next);
    }
    return true;
  }

 private:
  static constexpr size_t kNamesMin = 32;
  static constexpr size_t kElementsForAName = 3;

  OrderedWalk<Store> walk_;
  bool keeps_pace_;
  size_t allowance_ = kPageElements;  // of elements that nobody asks for
};

}  // namespace keemun::commands
