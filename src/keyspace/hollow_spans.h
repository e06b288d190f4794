// Spans of keys in which nothing is left, since all that was found there is erased. Who takes
// from an end again and again would step over all that he has taken before.
#pragma once

#include <map>

#include "base/bytes.h"
#include "ports/kv_store.h"

namespace keemun::keyspace {

class HollowSpans {
 public:
  void add(BytesView begin, BytesView end);
  // A row is put there.
  void fill(BytesView key);
  // Takes what is hollow at its ends out of a range; it may become empty.
  void leave_out(ports::ScanRequest& request) const;
  void clear() { spans_.clear(); }

 private:
  using Spans = std::map<Bytes, Bytes, std::less<>>;  // begin → end, none touching another

  Spans spans_;
};

}  // namespace keemun::keyspace
