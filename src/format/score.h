// The two byte forms of a score, a type each, so that one can never stand where the other belongs.
//
// OrderedScore is eight bytes whose memcmp order is the numeric order; it stands in score rows. The
// two zeros are one score to Redis' order, so they are one OrderedScore; the sign of a negative
// zero is kept in the value of its score row. ScoreText is the value of a member row: what Java's
// Double.toString prints (JDK 19 and later: the fewest digits that read back to the same double).
// NaN is no score: giving one is a bug of the caller, reading one is a corrupt row.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <optional>

#include "base/bytes.h"

namespace keemun::format {

class OrderedScore {
 public:
  static constexpr size_t kBytes = 8;

  explicit OrderedScore(double score);
  // None unless `bytes` are exactly what the constructor makes of some score.
  static std::optional<OrderedScore> decode(BytesView bytes);

  double number() const;  // never -0.0
  BytesView bytes() const { return {bytes_.data(), bytes_.size()}; }

  friend auto operator<=>(const OrderedScore& a, const OrderedScore& b) {
    return a.bytes() <=> b.bytes();
  }
  friend bool operator==(const OrderedScore& a, const OrderedScore& b) = default;

 private:
  std::array<char, kBytes> bytes_;
};

// The value of a score row: empty, or one byte '-' for a negative zero.
BytesView score_row_value(double score);
// The score, sign of zero included; none if the value is not one of the two, or '-' beside
// non-zero.
std::optional<double> score_of_row(const OrderedScore& ordered, BytesView row_value);

class ScoreText {
 public:
  static constexpr size_t kBytesMax = 26;

  explicit ScoreText(double score);
  // Any decimal text of a score, whoever wrote it: "1", "+1.50", "1e5", "1.0E7", "inf", "Infinity".
  // None for anything else, for NaN and for what overflows or underflows a double.
  static std::optional<double> decode(BytesView text);

  BytesView bytes() const { return {bytes_.data(), size_}; }

 private:
  std::array<char, kBytesMax> bytes_{};
  size_t size_ = 0;
};

}  // namespace keemun::format
