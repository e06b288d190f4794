// The libraries of functions that a process knows: those of the store, each loaded once. They are
// read when somebody first asks, and again where the store may hold others.
//
// A library whose text is as before stays the one that it was, with all that its functions share.
#pragma once

#include "ports/kv_store.h"
#include "scripts/library_shelf.h"
#include "session/extension.h"

namespace keemun::session {

class KnownLibraries {
 public:
  // The store outlives it.
  explicit KnownLibraries(ports::KvStore& store)
      : store_(store), shelf_(std::make_shared<scripts::LibraryShelf>()) {}

  // Those of the store. Called where no command comes between that changes them. What cannot be
  // loaded is logged, and stays in the store. Throws StoreError, and knows what it knew then.
  const scripts::LibraryShelfRef& settled(Extension* extension);
  // As far as they are known.
  const scripts::LibraryShelfRef& latest() const { return shelf_; }
  // A command that changed them is committed.
  void changed(scripts::LibraryShelfRef shelf) { shelf_ = std::move(shelf); }
  // The store may hold others.
  void doubt() { are_in_doubt_ = true; }

 private:
  ports::KvStore& store_;
  scripts::LibraryShelfRef shelf_;
  bool are_in_doubt_ = true;
};

}  // namespace keemun::session
