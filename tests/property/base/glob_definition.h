// What a glob pattern means, said in the plainest way: one function that recurses on pattern and
// text and tries every length for every '*'. Takes exponential time: for short texts only.
#pragma once

#include "base/ascii.h"
#include "base/bytes.h"

namespace keemun {

class GlobDefinition {
 public:
  explicit GlobDefinition(bool ignore_case) : ignore_case_(ignore_case) {}

  bool matches(BytesView pattern, BytesView text) const {
    // Redis does not look at the pattern at all if there is no text.
    return text.empty() ? pattern.empty() : matches_rest(pattern, text);
  }

 private:
  bool matches_rest(BytesView pattern, BytesView text) const {
    if (pattern.empty()) return text.empty();
    if (pattern[0] == '*') {
      return matches_rest(pattern.substr(1), text) ||
             (!text.empty() && matches_rest(pattern, text.substr(1)));
    }
    if (text.empty()) return false;
    if (pattern[0] == '?') return matches_rest(pattern.substr(1), text.substr(1));
    if (pattern[0] == '[') {
      const bool negated = pattern.size() > 1 && pattern[1] == '^';
      return matches_class(pattern.substr(negated ? 2 : 1), text, negated);
    }
    const size_t at = pattern[0] == '\\' && pattern.size() > 1 ? 1 : 0;
    return equal(pattern[at], text[0]) && matches_rest(pattern.substr(at + 1), text.substr(1));
  }

  // `pattern` is the rest of a class, `found` whether the part before it has the byte.
  bool matches_class(BytesView pattern, BytesView text, bool negated, bool found = false) const {
    if (pattern.empty() || pattern[0] == ']') {
      const BytesView behind = pattern.substr(pattern.empty() ? 0 : 1);
      return found != negated && matches_rest(behind, text.substr(1));
    }
    if (pattern[0] == '\\' && pattern.size() > 1) {
      return matches_class(pattern.substr(2), text, negated, found || pattern[1] == text[0]);
    }
    if (pattern.size() > 2 && pattern[1] == '-') {
      const bool ordered = number(pattern[0]) <= number(pattern[2]);
      const int low = number(fold(pattern[ordered ? 0 : 2]));
      const int high = number(fold(pattern[ordered ? 2 : 0]));
      const int byte = number(fold(text[0]));
      return matches_class(pattern.substr(3), text, negated,
                           found || (low <= byte && byte <= high));
    }
    return matches_class(pattern.substr(1), text, negated, found || equal(pattern[0], text[0]));
  }

  static int number(char byte) { return static_cast<signed char>(byte); }
  char fold(char byte) const { return ignore_case_ ? ascii_lower(byte) : byte; }
  bool equal(char left, char right) const { return fold(left) == fold(right); }

  bool ignore_case_;
};

}  // namespace keemun
