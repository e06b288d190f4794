// Bytes one behind another, in one piece. For rows, which every command makes: what appends part by
// part asks each time whether there is room.
#pragma once

#include <algorithm>

#include "base/bytes.h"

namespace keemun {

template <typename... Parts>
Bytes joined(const Parts&... parts) {
  Bytes whole((BytesView(parts).size() + ...), '\0');
  char* at = whole.data();
  const auto put = [&at](BytesView part) { at = std::copy(part.begin(), part.end(), at); };
  (put(BytesView(parts)), ...);
  return whole;
}

}  // namespace keemun
