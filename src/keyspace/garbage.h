// What a unit of work left behind: a key that lost its meta row, or is found expired, and whose
// other rows nobody reaches any more. Told to the host after the commit, so that it can collect at
// once what a scan would find later.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/bytes.h"
#include "format/key_meta.h"

namespace keemun::keyspace {

struct Garbage {
  Bytes key;
  format::KeyMeta meta;
};

// Who is told. May forget any of it.
class GarbageSink {
 public:
  virtual ~GarbageSink() = default;
  // `place` is that of the namespace among the configured ones.
  virtual void leave(size_t place, const Garbage& garbage) = 0;
  // A key was written with a time that is over: whoever goes by the order of times has passed it.
  virtual void leave_expired(size_t place, BytesView key, int64_t expire_at_ms) = 0;
};

}  // namespace keemun::keyspace
