// What the collection of garbage reads, writes and waits for. None of it is owned.
#pragma once

#include "keyspace/key_turns.h"
#include "ports/kv_store.h"

namespace keemun::gc {

struct Doors {
  // The store as the commits of this process have left it, those included that it has gathered and
  // not flushed yet, but with nothing remembered in between: keys of other processes are judged
  // too, and what this process remembers of those may be of long ago.
  ports::KvStore& fresh;
  // The store as commands write it, so that whoever remembers rows hears what goes.
  ports::KvStore& store;
  keyspace::KeyTurns& turns;
};

}  // namespace keemun::gc
