// Where the versions of new keys come from. Whoever hosts the core owns the issuer and persists its
// reservations, in commits of its own and never in that of the command that asks.
#pragma once

#include <cstdint>

#include "format/key_version.h"

namespace keemun::keyspace {

class VersionSource {
 public:
  virtual ~VersionSource() = default;
  // Greater than every version this or any earlier source of the same store has given.
  virtual format::KeyVersion issue(int64_t now_ms) = 0;
};

}  // namespace keemun::keyspace
