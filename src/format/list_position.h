// Where an element of a list stands: eight bytes in the place of the member of a sub row. Positions
// of a list are consecutive, may be negative, and their byte order is their numeric order.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "base/bytes.h"

namespace keemun::format {

struct ListPosition {
  static constexpr size_t kBytes = 8;

  constexpr ListPosition() = default;
  explicit constexpr ListPosition(int64_t position) : value(position) {}
  static std::optional<ListPosition> decode(BytesView bytes);

  std::array<char, kBytes> bytes() const;

  friend constexpr auto operator<=>(ListPosition, ListPosition) = default;

  int64_t value = 0;
};

}  // namespace keemun::format
