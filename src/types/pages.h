// A collection page by page, in the order of its names, so that it is never held whole.
#pragma once

#include <cstddef>
#include <optional>
#include <utility>

#include "base/bytes.h"
#include "types/hash_store.h"
#include "types/zset_store.h"

namespace keemun::types {

inline const Bytes& name_of(const Bytes& member) {
  return member;
}
inline const Bytes& name_of(const ScoredMember& one) {
  return one.member;
}
inline const Bytes& name_of(const Field& field) {
  return field.field;
}

inline constexpr size_t kPageElements = 256;

// `Store` has scan() as collections have it, and outlives whoever reads its pages.
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

}  // namespace keemun::types
