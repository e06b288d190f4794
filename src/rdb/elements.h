// Elements of a value as they are read.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "base/bytes.h"
#include "rdb/budget.h"

namespace keemun::rdb {

class Elements {
 public:
  void add(Bytes element) {
    budget_.spend(element.size());
    elements_.push_back(std::move(element));
  }

  size_t size() const { return elements_.size(); }
  std::vector<Bytes> take() && { return std::move(elements_); }

 private:
  std::vector<Bytes> elements_;
  Budget budget_;
};

}  // namespace keemun::rdb
