#include "base/glob.h"

#include <utility>

#include "base/ascii.h"

namespace keemun {
namespace {

char fold(char byte, GlobCase letter_case) {
  return letter_case == GlobCase::kIgnored ? ascii_lower(byte) : byte;
}

// The ends are put in order before their case is folded: "[Z-a]" is empty where case is ignored.
bool in_range(char low, char high, char byte, GlobCase letter_case) {
  if (static_cast<signed char>(low) > static_cast<signed char>(high)) std::swap(low, high);
  const auto folded = static_cast<signed char>(fold(byte, letter_case));
  return folded >= static_cast<signed char>(fold(low, letter_case)) &&
         folded <= static_cast<signed char>(fold(high, letter_case));
}

// `pattern` begins behind a '['. Answers whether the class has `byte` and steps behind its ']'.
bool match_class(BytesView& pattern, char byte, GlobCase letter_case) {
  const bool negated = pattern.starts_with('^');
  if (negated) pattern.remove_prefix(1);
  bool found = false;
  while (!pattern.empty() && (pattern.front() != ']')) {
    if (pattern.front() == '\\' && pattern.size() >= 2) {
      found |= pattern[1] == byte;
      pattern.remove_prefix(2);
    } else if (pattern.size() >= 3 && pattern[1] == '-') {
      found |= in_range(pattern[0], pattern[2], byte, letter_case);
      pattern.remove_prefix(3);
    } else {
      found |= fold(pattern.front(), letter_case) == fold(byte, letter_case);
      pattern.remove_prefix(1);
    }
  }
  if (!pattern.empty()) pattern.remove_prefix(1);
  return found != negated;
}

// Matches `byte` with the first element of `pattern`, which is not '*', and steps behind it.
bool match_byte(BytesView& pattern, char byte, GlobCase letter_case) {
  const char first = pattern.front();
  pattern.remove_prefix(1);
  if (first == '?') return true;
  if (first == '[') return match_class(pattern, byte, letter_case);
  char literal = first;
  if (first == '\\' && !pattern.empty()) {
    literal = pattern.front();
    pattern.remove_prefix(1);
  }
  return fold(literal, letter_case) == fold(byte, letter_case);
}

constexpr int kStarsMax = 1000;

void skip_stars(BytesView& pattern) {
  while (pattern.starts_with('*')) pattern.remove_prefix(1);
}

}  // namespace

// Only the last '*' met is ever given more bytes: what an earlier one could gain by taking more,
// the last one can take as well.
bool glob_matches(BytesView pattern, BytesView text, GlobCase letter_case) {
  if (text.empty()) return pattern.empty();
  int stars = 0;
  BytesView after_star;
  BytesView star_text;  // what the pattern after the star is tried on
  while (!text.empty()) {
    if (pattern.starts_with('*')) {
      skip_stars(pattern);
      if (pattern.empty()) return true;
      if (++stars > kStarsMax) return false;
      after_star = pattern;
      star_text = text;
    } else if (!pattern.empty() && match_byte(pattern, text.front(), letter_case)) {
      text.remove_prefix(1);
    } else if (stars > 0) {
      star_text.remove_prefix(1);
      text = star_text;
      pattern = after_star;
    } else {
      return false;
    }
  }
  skip_stars(pattern);
  return pattern.empty();
}

BytesView literal_prefix(BytesView pattern) {
  return pattern.substr(0, pattern.find_first_of("*?[\\"));
}

}  // namespace keemun
