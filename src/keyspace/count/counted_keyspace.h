// A keyspace that knows what its unit does to the number of keys.
#pragma once

#include <vector>

#include "keyspace/count/key_metas.h"
#include "keyspace/keyspace.h"

namespace keemun::keyspace {

class CountedKeyspace : public Keyspace {
 public:
  virtual bool is_flushed() const = 0;
  // Of its metas, which these are; and once: when all is written that the unit commits.
  virtual std::vector<MetaChange> take_meta_changes(const KeyMetas& metas) = 0;
};

}  // namespace keemun::keyspace
