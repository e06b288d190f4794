// A double as Redis 7.0 writes it into a reply: %.17g, "inf", "-inf", "nan", "-nan". The text lives
// in the object itself, so that nothing is allocated for it.
#pragma once

#include <array>

#include "base/bytes.h"

namespace keemun {

class DoubleText {
 public:
  explicit DoubleText(double value);

  BytesView view() const { return BytesView(text_.data(), size_); }

 private:
  static constexpr size_t kTextBytesMax = 32;

  char* write(double value);

  std::array<char, kTextBytesMax> text_;
  size_t size_ = 0;
};

}  // namespace keemun
