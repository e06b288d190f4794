// A comparison for sorts of very much: now and then it lets others come in between, who wait for
// the one that sorts. To be given by std::ref, so that it counts what its copies compare.
#pragma once

#include <cstddef>
#include <utility>

namespace keemun {

template <typename LetOthersGo, typename IsBefore>
class RestingComparison {
 public:
  // The former may throw: then the sort is over, and the list in no order.
  RestingComparison(LetOthersGo let_others_go, IsBefore is_before)
      : let_others_go_(std::move(let_others_go)), is_before_(std::move(is_before)) {}

  template <typename T>
  bool operator()(const T& a, const T& b) {
    constexpr size_t kComparisonsAtOnce = 1024;
    if (++comparisons_ % kComparisonsAtOnce == 0) let_others_go_();
    return is_before_(a, b);
  }

 private:
  LetOthersGo let_others_go_;
  IsBefore is_before_;
  size_t comparisons_ = 0;
};

}  // namespace keemun
