// The id of an entry of a stream: when it came, in milliseconds, and which of that millisecond it
// is. Ids sort by both; their sixteen big-endian bytes sort as they do.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>

#include "base/bytes.h"

namespace keemun {

struct StreamId {
  static constexpr size_t kBytes = 16;

  uint64_t ms = 0;
  uint64_t sequence = 0;

  friend constexpr auto operator<=>(const StreamId&, const StreamId&) = default;

  bool is_zero() const { return ms == 0 && sequence == 0; }

  // The neighbours; none of the last id, and of the first.
  std::optional<StreamId> next() const;
  std::optional<StreamId> previous() const;

  Bytes bytes() const;
  // None unless they are sixteen.
  static std::optional<StreamId> of_bytes(BytesView bytes);

  // As clients read it: "1526919030474-55".
  Bytes text() const;
};

inline constexpr StreamId kStreamIdMax = {std::numeric_limits<uint64_t>::max(),
                                          std::numeric_limits<uint64_t>::max()};

}  // namespace keemun
