// A double as Redis 7.0 writes it into a reply: %.17g, "inf", "-inf", "nan", "-nan". The text lives
// in the object itself, so that the encoder allocates nothing for it.
#pragma once

#include <array>
#include <charconv>

#include "base/bytes.h"
#include "base/check.h"

namespace keemun::resp {

class DoubleText {
 public:
  explicit DoubleText(double value) {
    const auto result = std::to_chars(text_.data(), text_.data() + text_.size(), value,
                                      std::chars_format::general, kDigits);
    DCHECK(result.ec == std::errc());
    size_ = static_cast<size_t>(result.ptr - text_.data());
  }

  BytesView view() const { return BytesView(text_.data(), size_); }

 private:
  static constexpr int kDigits = 17;  // enough for every double to be read back unchanged
  static constexpr size_t kTextBytesMax = 32;

  std::array<char, kTextBytesMax> text_;
  size_t size_ = 0;
};

}  // namespace keemun::resp
