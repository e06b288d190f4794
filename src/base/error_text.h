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

// A whole line that ends in such a text: line breaks at its end go away.
inline Bytes error_ending_in(BytesView message, BytesView text) {
  Bytes line = Bytes(message) + Bytes(text.substr(0, text.find('\0')));
  line.erase(line.find_last_not_of("\r\n") + 1);
  return shown_in_error(line);
}

}  // namespace keemun
