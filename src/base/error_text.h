// What a client sent, as it may stand in an error line.
#pragma once

#include <algorithm>
#include <cstddef>

#include "base/bytes.h"

namespace keemun {

// Up to a NUL, and without line breaks.
inline Bytes shown_in_error(BytesView text, size_t bytes_max = BytesView::npos) {
  Bytes line(text.substr(0, std::min(text.find('\0'), bytes_max)));
  std::replace_if(
      line.begin(), line.end(), [](char c) { return c == '\r' || c == '\n'; }, ' ');
  return line;
}

}  // namespace keemun
