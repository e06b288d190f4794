// Spans of keys in which nothing is left, since all that was found there is erased. Who takes
// from an end again and again would step over all that he has taken before.
#pragma once

#include <map>
#include <optional>

#include "base/bytes.h"
#include "format/key_range.h"

namespace keemun::keyspace {

class HollowSpans {
 public:
  void add(BytesView begin, BytesView end);
  // A row is put there.
  void fill(BytesView key);
  // A range without what is hollow at its ends, if anything is: it may be empty.
  std::optional<format::KeyRange> rest_of(BytesView begin, BytesView end) const;
  void clear() { spans_.clear(); }

 private:
  using Spans = std::map<Bytes, Bytes, std::less<>>;  // begin → end, none touching another

  Spans spans_;
};

}  // namespace keemun::keyspace
