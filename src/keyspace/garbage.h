// What a unit of work left behind: a key that lost its meta row and whose other rows nobody reaches
// any more. Told to the host after the commit, so that it can collect at once what a scan would
// find later.
#pragma once

#include "base/bytes.h"
#include "format/key_meta.h"

namespace keemun::keyspace {

struct Garbage {
  Bytes key;
  format::KeyMeta meta;
};

}  // namespace keemun::keyspace
