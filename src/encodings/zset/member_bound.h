// An end of a run of members, as commands say it and as rows are named by it.
#pragma once

#include "format/key_generation.h"
#include "types/ranges.h"

namespace keemun::encodings {

inline format::MemberBound bound_of(const types::LexBound& bound) {
  using From = types::LexBound::Kind;
  using To = format::MemberBound::Kind;
  switch (bound.kind) {
    case From::kLowest:
      return {To::kLowest, {}};
    case From::kHighest:
      return {To::kHighest, {}};
    case From::kInclusive:
      return {To::kInclusive, bound.member};
    case From::kExclusive:
      return {To::kExclusive, bound.member};
  }
  return {};
}

}  // namespace keemun::encodings
