// Where a checkpoint is made: whoever may not look into the store may not look into it either, not
// even while it is made. The engine makes directories that everybody may read, so this one stands
// in one that nobody else may enter, `path`.tmp, until it is whole.
#pragma once

#include <filesystem>

#include "base/bytes.h"

namespace keemun::rocks {

class CheckpointDirectory {
 public:
  // Throws StoreError where it cannot be, or something is there already.
  explicit CheckpointDirectory(const Bytes& path);
  CheckpointDirectory(const CheckpointDirectory&) = delete;
  CheckpointDirectory& operator=(const CheckpointDirectory&) = delete;
  // What is not finished goes.
  ~CheckpointDirectory();

  // Where the engine is to make it.
  Bytes inner() const { return inner_.string(); }
  // It comes to stand at its path, as open to others as the store. Throws StoreError.
  void finish(const Bytes& of_store);

 private:
  const std::filesystem::path path_;
  const std::filesystem::path outer_;
  const std::filesystem::path inner_;
};

}  // namespace keemun::rocks
