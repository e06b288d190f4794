// The directory of a store: locked for one owner, and refused before the engine can touch it where
// it is not a store's. The engine's own lock does not do: by the time it is refused, the engine has
// renamed the owner's log file, and it would take files that are not its own for leftovers.
//
// The lock is a file beside the engine's files, held while this lives; it goes with the process.
#pragma once

#include "base/bytes.h"
#include "base/descriptor.h"

namespace keemun::rocks {

// What the engine syncs is within a directory: a new one is safe from a loss of power when the one
// above it is. Throws StoreError.
void sync_above(const Bytes& dir);

class DataDirectory {
 public:
  // Throws StoreError: kUnavailable if it is in use, cannot be made or is something else's;
  // kCorrupt if it has rows and lacks what leads to them.
  // To read from it is to make nothing, and to share it with other readers.
  DataDirectory(const Bytes& path, bool is_read_only);

 private:
  Descriptor lock_;
};

}  // namespace keemun::rocks
