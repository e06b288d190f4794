// Stacks for fibers, and the pool that lends and reuses them.
//
//   low address                                             high address
//   | guard: any touch is SIGSEGV | usable bytes ... <- grows down |
//
// Invariant: a stack that overflows hits its guard before it can touch anybody's memory, as long as
// no frame is larger than the guard. Hence the guard is more than a page: it costs addresses only.
// Pages of a stack take memory once they are touched and keep it while the stack is idle, so the
// number of idle stacks is bounded; that of lent ones is bounded by whoever admits work.
//
// A pool belongs to one thread, like the fibers that run on its stacks, and outlives them: it has
// no locks. A FiberStack gives itself back when it is destroyed.
#pragma once

#include <cstddef>
#include <vector>

#include "runtime/sanitizers.h"

namespace keemun::runtime {

class FiberStackPool;

class FiberStack {
 public:
  FiberStack() = default;  // no stack
  FiberStack(FiberStack&& other) noexcept;
  FiberStack& operator=(FiberStack&& other) noexcept;
  ~FiberStack();

  char* bottom() const { return mapping_.bottom; }
  char* top() const { return mapping_.bottom + bytes_; }
  size_t bytes() const { return bytes_; }

 private:
  friend class FiberStackPool;

  struct Mapping {
    char* bottom = nullptr;        // the lowest usable byte, above the guard
    unsigned valgrind_number = 0;  // what Valgrind calls this stack
  };

  FiberStack(FiberStackPool* pool, Mapping mapping, size_t bytes)
      : pool_(pool), mapping_(mapping), bytes_(bytes) {}

  FiberStackPool* pool_ = nullptr;
  Mapping mapping_;
  size_t bytes_ = 0;
};

class FiberStackPool {
 public:
  static constexpr size_t kGuardBytes = 64 * 1024;

  struct Options {
    // LZF, by which long strings are pressed in payloads, takes 256 KiB of stack for its table
    // alone, an embedded engine's batched read tens of them; what is not touched costs addresses
    // only. AddressSanitizer's frames are several times as large.
    size_t stack_bytes = (kAddressSanitizer ? 2048 : 512) * size_t{1024};
    size_t idle_stacks_max = 1024;
  };

  FiberStackPool();
  explicit FiberStackPool(const Options& options);
  FiberStackPool(const FiberStackPool&) = delete;
  FiberStackPool& operator=(const FiberStackPool&) = delete;
  // All stacks must be back.
  ~FiberStackPool();

  // Throws std::bad_alloc when the system has no memory or no mappings left.
  FiberStack take();

  size_t live() const { return live_; }
  size_t idle() const { return idle_.size(); }
  size_t stack_bytes() const { return stack_bytes_; }

 private:
  friend class FiberStack;

  void give_back(FiberStack::Mapping mapping) noexcept;
  size_t watched_bytes() const;
  char* watched_part(FiberStack::Mapping mapping) const;
  FiberStack::Mapping map_stack();
  void unmap_stack(FiberStack::Mapping mapping) noexcept;

  const size_t stack_bytes_;
  const size_t idle_stacks_max_;
  size_t live_ = 0;
  std::vector<FiberStack::Mapping> idle_;  // the last given back is warm in the cache: lent first
};

}  // namespace keemun::runtime
