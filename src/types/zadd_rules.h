// What ZADD's options say about one member: pure rules, whoever keeps the sorted set.
#pragma once

#include <optional>

namespace keemun::types {

struct AddRules {
  bool only_new = false;       // NX
  bool only_existing = false;  // XX
  bool only_greater = false;   // GT
  bool only_less = false;      // LT
  bool is_increment = false;   // INCR

  // The score that a member shall have which has `old_score`, or is not there; none where the rules
  // leave it alone. Not a number where opposite infinities are added: the caller refuses.
  std::optional<double> decide(std::optional<double> old_score, double given) const {
    if (!old_score) return only_existing ? std::nullopt : std::optional(given);
    if (only_new) return std::nullopt;
    const double score = is_increment ? *old_score + given : given;
    if ((only_greater && score <= *old_score) || (only_less && score >= *old_score)) {
      return std::nullopt;
    }
    return score;
  }
};

// A score as commands keep it. Redis forgets the sign of a zero where a sorted set is small and
// keeps it where it is large; here it is always forgotten. Order and sums are the same.
inline double kept_score(double score) {
  return score + 0.0;
}

}  // namespace keemun::types
