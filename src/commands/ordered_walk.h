// A collection in the order of its names, read page by page, so that it is never held whole.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

#include "base/bytes.h"
#include "types/zset_store.h"

namespace keemun::commands {

inline const Bytes& name_of(const Bytes& member) {
  return member;
}
inline const Bytes& name_of(const types::ScoredMember& one) {
  return one.member;
}

// `Store` has scan() as collections have it, and outlives whoever walks over it.
template <typename Store>
class Pages {
 public:
  using Page = decltype(std::declval<Store&>().scan(std::nullopt, 1));

  explicit Pages(Store& store) : store_(&store) {}

  // Empty behind the last one.
  Page next() {
    constexpr size_t kPageElements = 256;
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

  // The one of this name, null if there is none. Names are asked for as they ascend.
  const Element* find(BytesView name) {
    const Element* next = front();
    for (; next != nullptr && name_of(*next) < name; next = front()) pop();
    return next != nullptr && name_of(*next) == name ? next : nullptr;
  }

 private:
  Pages<Store> pages_;
  typename Pages<Store>::Page page_;
  size_t at_ = 0;
};

// Whether all names of a collection of one size are found sooner by a walk over another, beside it,
// than each by itself: a row of a page costs a part of one that is asked for by its key.
inline bool is_worth_a_walk(std::optional<int64_t> size, std::optional<int64_t> walked_size) {
  constexpr int64_t kRowsForALookUp = 2;
  return size && walked_size && *size / kRowsForALookUp <= *walked_size;
}

}  // namespace keemun::commands
