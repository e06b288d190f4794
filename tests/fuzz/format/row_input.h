// What a fuzzer's input means to a reader of row keys: a byte that chooses the layout, a byte that
// says how many bytes of namespace follow, the namespace, the row.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "format/key_layout.h"

namespace keemun::format {

struct RowInput {
  KeyLayout layout;
  BytesView row;
};

inline RowInput row_input_of(const uint8_t* data, size_t size) {
  const BytesView input(reinterpret_cast<const char*>(data), size);
  if (size < 2) return {KeyLayout(LayoutKind::kPlain, ""), input};
  const size_t namespace_bytes = std::min<size_t>(data[1] % 8, size - 2);
  return {KeyLayout(static_cast<LayoutKind>(data[0] % 3), Bytes(input.substr(2, namespace_bytes))),
          input.substr(2 + namespace_bytes)};
}

}  // namespace keemun::format
