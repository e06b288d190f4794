#include "base/number_text.h"

#include <locale.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <vector>

#include "base/check.h"
#include "base/double_text.h"

namespace keemun {
namespace {

// Redis copies the text of a long double into a buffer of this size and refuses what does not fit.
constexpr size_t kLongDoubleTextBytesMax = 5 * 1024 - 1;

// Room for the longest text there is: 4,933 digits, sign, point and 17 decimals.
constexpr size_t kPrintBytesMax = 5 * 1024;

// The C locale as an object: the host program may have set another one, whose decimal comma must
// not reach a client.
locale_t c_locale() {
  static const locale_t locale = newlocale(LC_ALL_MASK, "C", nullptr);
  return locale;
}

// The C locale for this thread until the end of the scope, for printf has no variant that takes
// one.
class ScopedCLocale {
 public:
  ScopedCLocale() : outer_(uselocale(c_locale())) {}
  ~ScopedCLocale() { uselocale(outer_); }
  ScopedCLocale(const ScopedCLocale&) = delete;
  ScopedCLocale& operator=(const ScopedCLocale&) = delete;

 private:
  locale_t outer_;
};

// What isspace() says in the C locale.
bool is_blank(char byte) {
  return byte == ' ' || (byte >= '\t' && byte <= '\r');
}

// What strtod and strtold answer: how far they read and whether the value was out of range.
template <typename Float>
struct Scan {
  Float value;
  size_t bytes;
  bool out_of_range;
};

double scan_number(const char* text, char** end, double /*type*/) {
  return strtod_l(text, end, c_locale());
}

long double scan_number(const char* text, char** end, long double /*type*/) {
  return strtold_l(text, end, c_locale());
}

// Runs strtod over `text`, which need not end in NUL; reading stops at an embedded NUL.
template <typename Float>
Scan<Float> scan(BytesView text) {
  std::array<char, 64> small;
  Bytes large;
  const char* begin = small.data();
  if (text.size() < small.size()) {
    *std::copy(text.begin(), text.end(), small.begin()) = '\0';
  } else {
    large = text;
    begin = large.c_str();
  }
  char* end = nullptr;
  errno = 0;
  const Float value = scan_number(begin, &end, Float{});
  return {value, static_cast<size_t>(end - begin), errno == ERANGE};
}

// The rule for a score or an increment. A denormal result is a fine number although strtod reports
// a range error for it; infinity and zero are then not what the text said.
template <typename Float>
std::optional<Float> parse_whole(BytesView text) {
  if (text.empty() || is_blank(text.front())) return std::nullopt;
  const Scan<Float> read = scan<Float>(text);
  if (read.bytes != text.size() || std::isnan(read.value)) return std::nullopt;
  if (read.out_of_range && (std::isinf(read.value) || read.value == 0)) return std::nullopt;
  return read.value;
}

// from_chars rounds as strtod does and takes a third of its time. What it does not finish is none
// of its business.
std::optional<double> parse_quickly(BytesView text) {
  double value = 0;
  const char* end = text.data() + text.size();
  const auto [read_end, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc{} || read_end != end) return std::nullopt;
  return value;
}

// What is rounded up to it may have been out of range.
constexpr double kSmallestNormal = std::numeric_limits<double>::min();

// As many digits fit into every integer of 64 bits, whatever they are.
constexpr size_t kSafeDigits = 18;

// Sizes and counts of requests are numbers of few digits, and there are several in each.
template <typename Integer>
std::optional<Integer> parse_safe_digits(BytesView digits) {
  Integer value = 0;
  for (const char c : digits) {
    if (c < '0' || c > '9') return std::nullopt;
    value = value * 10 + static_cast<Integer>(c - '0');
  }
  return value;
}

template <typename Integer>
std::optional<Integer> parse_canonical(BytesView text) {
  const bool is_negative = text.starts_with('-');
  const BytesView digits = is_negative ? text.substr(1) : text;
  if (digits.empty()) return std::nullopt;
  if (digits.front() == '0' && text.size() > 1) return std::nullopt;
  if (!is_negative && digits.size() <= kSafeDigits) return parse_safe_digits<Integer>(digits);
  Integer value = 0;
  const char* end = text.data() + text.size();
  const auto [read_end, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc{} || read_end != end) return std::nullopt;
  return value;
}

// The digits of a finite number with no fraction. printf is exact too, but takes 16 us for 1e308,
// which whoever counts in a hash can have it print again and again.
Bytes whole_digits(long double magnitude) {
  constexpr int kMantissaBits = 64;
  static_assert(std::numeric_limits<long double>::digits <= kMantissaBits);
  constexpr uint32_t kLimbBase = 1'000'000'000;
  constexpr int kShiftMax = 32;
  if (magnitude < 0x1p63L) return format_int64(static_cast<int64_t>(magnitude));
  int exponent = 0;
  const long double fraction = std::frexp(magnitude, &exponent);
  auto mantissa = static_cast<uint64_t>(std::ldexp(fraction, kMantissaBits));
  exponent -= kMantissaBits;

  std::vector<uint32_t> limbs;  // the least first
  for (; mantissa != 0; mantissa /= kLimbBase) {
    limbs.push_back(static_cast<uint32_t>(mantissa % kLimbBase));
  }
  for (int shift = 0; exponent > 0; exponent -= shift) {
    shift = std::min(exponent, kShiftMax);
    uint64_t carry = 0;
    for (uint32_t& limb : limbs) {
      carry += uint64_t{limb} << shift;
      limb = static_cast<uint32_t>(carry % kLimbBase);
      carry /= kLimbBase;
    }
    for (; carry != 0; carry /= kLimbBase) {
      limbs.push_back(static_cast<uint32_t>(carry % kLimbBase));
    }
  }

  Bytes digits = format_int64(limbs.back());
  for (size_t i = limbs.size(); i-- > 1;) {
    // A one before it keeps its zeros.
    digits += BytesView(format_int64(int64_t{kLimbBase} + limbs[i - 1])).substr(1);
  }
  return digits;
}

// snprintf of one long double with 17 digits, by Redis' own formats.
Bytes print(const char* format, long double value) {
  std::array<char, kPrintBytesMax> text;
  const ScopedCLocale guard;
  const int size = std::snprintf(text.data(), text.size(), format, value);
  CHECK(size > 0 && static_cast<size_t>(size) < text.size());
  return Bytes(text.data(), static_cast<size_t>(size));
}

}  // namespace

std::optional<int64_t> parse_int64(BytesView text) {
  return parse_canonical<int64_t>(text);
}

std::optional<uint64_t> parse_uint64(BytesView text) {
  return parse_canonical<uint64_t>(text);
}

std::optional<double> parse_double(BytesView text) {
  // Zero and infinity may stand for a number out of range.
  const std::optional<double> quick = parse_quickly(text);
  if (quick && std::isfinite(*quick) && *quick != 0) return quick;
  return parse_whole<double>(text);
}

std::optional<double> parse_sorted_number(BytesView text) {
  const std::optional<double> quick = parse_quickly(text);
  if (quick && std::isnormal(*quick) && std::abs(*quick) > kSmallestNormal) return quick;
  text = text.substr(0, text.find('\0'));
  const Scan<double> read = scan<double>(text);
  if (read.bytes != text.size() || std::isnan(read.value) || read.out_of_range) return std::nullopt;
  return read.value;
}

std::optional<long double> parse_long_double(BytesView text) {
  if (text.size() > kLongDoubleTextBytesMax) return std::nullopt;
  return parse_whole<long double>(text);
}

// Redis is laxer here than for a score: strtod's leading blanks pass, a number out of range is
// clamped to infinity or zero, the text ends at the first NUL, and no text at all is zero.
std::optional<ScoreBound> parse_score_bound(BytesView text) {
  ScoreBound bound;
  if (text.starts_with('(')) {
    bound.exclusive = true;
    text.remove_prefix(1);
  }
  const Scan<double> read = scan<double>(text);
  const bool at_end = read.bytes == text.size() || text[read.bytes] == '\0';
  if (!at_end || std::isnan(read.value)) return std::nullopt;
  bound.value = read.value;
  return bound;
}

Bytes format_int64(int64_t value) {
  std::array<char, 20> text;
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
  return Bytes(text.data(), end);
}

Bytes format_hex(uint64_t value) {
  constexpr int kBase = 16;
  std::array<char, 16> text;
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value, kBase).ptr;
  return "0x" + Bytes(text.data(), end);
}

Bytes format_score(double value) {
  return Bytes(DoubleText(value).view());
}

Bytes format_human(long double value) {
  if (std::isfinite(value) && std::trunc(value) == value) {
    return (value < 0 ? "-" : "") + whole_digits(std::fabs(value));
  }
  Bytes text = print("%.17Lf", value);
  if (text.find('.') != Bytes::npos) {
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
  }
  return text == "-0" ? Bytes("0") : text;
}

Bytes format_long_double(long double value) {
  return print("%.17Lg", value);
}

Bytes format_six_decimals(double value) {
  std::array<char, 400> text;  // 309 digits, sign, point and decimals
  const auto [end, error] =
      std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed, 6);
  CHECK(error == std::errc{});
  return Bytes(text.data(), end);
}

}  // namespace keemun
