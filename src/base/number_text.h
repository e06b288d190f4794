// Numbers as Redis 7.0 reads them from arguments and prints them in replies, to the letter.
//
// There are three ways in which Redis prints a double, and they differ:
//   format_score            %.17g                       ZSCORE, ZADD INCR, WITHSCORES
//   format_human            %.17Lf without trailing 0s  INCRBYFLOAT, HINCRBYFLOAT (long double)
//   format_long_double      %.17Lg                      ZSCAN's scores
// Long double is Redis' own choice for the second and third; it is x86's 80-bit type. Beside this
// file the commands compute in it that do so in Redis: those two, and the times that others wait.
#pragma once

#include <cstdint>
#include <optional>

#include "base/bytes.h"

namespace keemun {

// Strict: no blanks, no '+', no leading zeros, no "-0", the whole text, in range.
std::optional<int64_t> parse_int64(BytesView text);
std::optional<uint64_t> parse_uint64(BytesView text);

// As Redis takes a score or an increment: decimal or hexadecimal, "inf", "+inf", "-infinity" in any
// case, no leading blank, the whole text, no NaN, no overflow.
std::optional<double> parse_double(BytesView text);
std::optional<long double> parse_long_double(BytesView text);

// As SORT takes what it sorts by: leading blanks pass, the text ends at the first NUL, and no text
// at all is zero. What is out of range is refused, and so is what is so small that it is inexact.
std::optional<double> parse_sorted_number(BytesView text);

// One end of a score range: "1", "(1", "-inf", "(+inf".
struct ScoreBound {
  double value = 0;
  bool exclusive = false;
};
std::optional<ScoreBound> parse_score_bound(BytesView text);

Bytes format_int64(int64_t value);
Bytes format_hex(uint64_t value);  // 0x…
Bytes format_score(double value);
Bytes format_human(long double value);
Bytes format_long_double(long double value);
Bytes format_six_decimals(double value);  // %f, in error texts

}  // namespace keemun
