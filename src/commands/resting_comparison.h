// A comparison for sorts of very much, which read nothing meanwhile: now and then others may come
// in between. To be given by std::ref, so that it counts what its copies compare.
#pragma once

#include <cstddef>
#include <utility>

#include "commands/host.h"

namespace keemun::commands {

template <typename IsBefore>
class RestingComparison {
 public:
  RestingComparison(Host& host, IsBefore is_before)
      : host_(host), is_before_(std::move(is_before)) {}

  template <typename T>
  bool operator()(const T& a, const T& b) {
    constexpr size_t kComparisonsAtOnce = 1024;
    if (++comparisons_ % kComparisonsAtOnce == 0) host_.let_others_go();
    return is_before_(a, b);
  }

 private:
  Host& host_;
  IsBefore is_before_;
  size_t comparisons_ = 0;
};

}  // namespace keemun::commands
