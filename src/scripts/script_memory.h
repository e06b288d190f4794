// What an interpreter's values take, and how much that may be.
//
// A script that wants more is refused, and Lua leaves it with longjmp: past the destructors of any
// frame of ours. So our frames are never refused (Unlimited), and look afterwards whether it was
// too much; for them, as everywhere, memory is there or the process ends.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdlib>

#include "base/check.h"

namespace keemun::scripts {

class ScriptMemory {
 public:
  explicit ScriptMemory(size_t bytes_max) : bytes_max_(bytes_max) {}

  size_t used() const { return used_; }
  bool is_over() const { return used_ > bytes_max_; }
  // Little is left of what it may be.
  bool is_short() const { return used_ > bytes_max_ / 4 * 3; }
  bool is_large() const { return used_ > bytes_max_ / 4; }
  // Whether it has been large, and twice what our last collection has left. Lua itself collects
  // once what it last found alive has doubled: after much was alive that may be when there is no
  // room for more, however little is left of it.
  bool is_worth_collecting() const { return most_ > bytes_max_ / 4 && most_ / 2 > left_; }
  void note_collection() { most_ = left_ = used_; }
  // Whether there is room for a value that is made outside of it.
  bool has_room(size_t bytes) const { return used_ + bytes <= bytes_max_; }

  // A reply is made outside of it, and is larger there.
  size_t reply_bytes_max() const { return bytes_max_ * 4; }

  // As Lua asks for it.
  void* allocate(void* block, size_t old_size, size_t size) {
    const bool may_fail = is_limited_ && size > old_size;
    if (may_fail && used_ + (size - old_size) > bytes_max_) return nullptr;
    void* grown = nullptr;
    if (size == 0) {
      std::free(block);
    } else {
      grown = std::realloc(block, size);
      if (grown == nullptr && may_fail) return nullptr;
      CHECK(grown != nullptr);
    }
    used_ += size - (block == nullptr ? 0 : old_size);
    most_ = std::max(most_, used_);
    return grown;
  }

  // While the code of a script runs.
  void set_limited(bool is_limited) { is_limited_ = is_limited; }

  class Unlimited {
   public:
    explicit Unlimited(ScriptMemory& memory) : memory_(memory), was_limited_(memory.is_limited_) {
      memory_.is_limited_ = false;
    }
    Unlimited(const Unlimited&) = delete;
    Unlimited& operator=(const Unlimited&) = delete;
    ~Unlimited() { memory_.is_limited_ = was_limited_; }

   private:
    ScriptMemory& memory_;
    const bool was_limited_;
  };

 private:
  const size_t bytes_max_;
  size_t used_ = 0;
  size_t most_ = 0;  // since a collection
  size_t left_ = 0;  // by it
  bool is_limited_ = false;
};

}  // namespace keemun::scripts
