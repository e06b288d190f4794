// A string, whoever keeps it. Lifetime and rules as in hash_store.h; an empty string exists.
#pragma once

#include "base/bytes.h"

namespace keemun::types {

class StringStore {
 public:
  virtual ~StringStore() = default;

  // Empty for a key that is being created.
  virtual const Bytes& value() = 0;
  // Keeps the key's expiry.
  virtual void set(Bytes value) = 0;
};

}  // namespace keemun::types
