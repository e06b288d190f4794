// Elements of a value as they are read. A small payload may stand for very many of them, in strings
// that are compressed; more than can be kept in memory are refused.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "base/bytes.h"
#include "base/command_error.h"

namespace keemun::rdb {

class Elements {
 public:
  void add(Bytes element) {
    constexpr size_t kBytesMax = size_t{1} << 30;
    constexpr size_t kBytesOfEach = 64;  // beside its text
    bytes_ += kBytesOfEach + element.size();
    if (bytes_ > kBytesMax) throw CommandError("ERR value is too large to be restored");
    elements_.push_back(std::move(element));
  }

  size_t size() const { return elements_.size(); }
  std::vector<Bytes> take() && { return std::move(elements_); }

 private:
  std::vector<Bytes> elements_;
  size_t bytes_ = 0;
};

}  // namespace keemun::rdb
