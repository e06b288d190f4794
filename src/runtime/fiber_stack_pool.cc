#include "runtime/fiber_stack_pool.h"

#include <sanitizer/asan_interface.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <limits>
#include <new>
#include <utility>

#include "base/check.h"

#if __has_include(<valgrind/valgrind.h>)
#include <valgrind/valgrind.h>
#endif

namespace keemun::runtime {

namespace {

size_t page_bytes() {
  return static_cast<size_t>(sysconf(_SC_PAGESIZE));
}

size_t round_up_to_page(size_t bytes) {
  const size_t page = page_bytes();
  CHECK(bytes > 0 && bytes < std::numeric_limits<size_t>::max() / 2);
  return (bytes + page - 1) / page * page;
}

// Whoever gets these addresses next, as a stack or as anything else, must find them clean.
void unpoison([[maybe_unused]] char* bottom, [[maybe_unused]] size_t bytes) {
  if constexpr (kAddressSanitizer) __asan_unpoison_memory_region(bottom, bytes);
}

void poison([[maybe_unused]] char* bottom, [[maybe_unused]] size_t bytes) {
  if constexpr (kAddressSanitizer) __asan_poison_memory_region(bottom, bytes);
}

// Nobody may look into an idle stack: a pointer into a fiber that has ended is a bug. This much of
// it is watched, at the top, where a fiber's own frames and those that it never returned from are:
// to mark all of a stack, twice a fiber, would take AddressSanitizer longer than most commands.
constexpr size_t kWatchedBytes = size_t{32} * 1024;

}  // namespace

FiberStack::FiberStack(FiberStack&& other) noexcept
    : pool_(std::exchange(other.pool_, nullptr)),
      mapping_(std::exchange(other.mapping_, {})),
      bytes_(std::exchange(other.bytes_, 0)) {}

FiberStack& FiberStack::operator=(FiberStack&& other) noexcept {
  const FiberStack old(std::move(*this));
  pool_ = std::exchange(other.pool_, nullptr);
  mapping_ = std::exchange(other.mapping_, {});
  bytes_ = std::exchange(other.bytes_, 0);
  return *this;
}

FiberStack::~FiberStack() {
  if (pool_ != nullptr) pool_->give_back(mapping_);
}

FiberStackPool::FiberStackPool() : FiberStackPool(Options()) {}

FiberStackPool::FiberStackPool(const Options& options)
    : stack_bytes_(round_up_to_page(options.stack_bytes)),
      idle_stacks_max_(options.idle_stacks_max) {
  idle_.reserve(idle_stacks_max_);  // so that giving back never allocates
}

FiberStackPool::~FiberStackPool() {
  CHECK(live_ == 0);
  for (const FiberStack::Mapping mapping : idle_) unmap_stack(mapping);
}

FiberStack FiberStackPool::take() {
  FiberStack::Mapping mapping;
  if (idle_.empty()) {
    mapping = map_stack();
  } else {
    mapping = idle_.back();
    idle_.pop_back();
    unpoison(watched_part(mapping), watched_bytes());
  }
  ++live_;
  return FiberStack(this, mapping, stack_bytes_);
}

void FiberStackPool::give_back(FiberStack::Mapping mapping) noexcept {
  --live_;
  if (idle_.size() == idle_stacks_max_) {
    unmap_stack(mapping);
    return;
  }
  poison(watched_part(mapping), watched_bytes());
  idle_.push_back(mapping);
}

size_t FiberStackPool::watched_bytes() const {
  return std::min(stack_bytes_, kWatchedBytes);
}

char* FiberStackPool::watched_part(FiberStack::Mapping mapping) const {
  return mapping.bottom + (stack_bytes_ - watched_bytes());
}

FiberStack::Mapping FiberStackPool::map_stack() {
  const size_t mapped_bytes = kGuardBytes + stack_bytes_;
  void* const low = mmap(nullptr, mapped_bytes, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  if (low == MAP_FAILED) throw std::bad_alloc();
  if (mprotect(low, kGuardBytes, PROT_NONE) != 0) {
    munmap(low, mapped_bytes);
    throw std::bad_alloc();
  }
  FiberStack::Mapping mapping;
  mapping.bottom = static_cast<char*>(low) + kGuardBytes;
#ifdef VALGRIND_STACK_REGISTER
  // Else Valgrind takes a switch for one huge frame.
  mapping.valgrind_number = VALGRIND_STACK_REGISTER(mapping.bottom, mapping.bottom + stack_bytes_);
#endif
  return mapping;
}

void FiberStackPool::unmap_stack(FiberStack::Mapping mapping) noexcept {
  unpoison(mapping.bottom, stack_bytes_);
#ifdef VALGRIND_STACK_REGISTER
  VALGRIND_STACK_DEREGISTER(mapping.valgrind_number);
#endif
  munmap(mapping.bottom - kGuardBytes, kGuardBytes + stack_bytes_);
}

}  // namespace keemun::runtime
