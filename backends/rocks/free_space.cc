#include "rocks/free_space.h"

#include <sys/statvfs.h>

#include <limits>
#include <utility>

#include "ports/store_error.h"

namespace keemun::rocks {

namespace {

size_t free_bytes(const Bytes& dir) {
  struct statvfs disk = {};
  if (::statvfs(dir.c_str(), &disk) != 0) return std::numeric_limits<size_t>::max();
  return size_t{disk.f_bavail} * disk.f_frsize;
}

}  // namespace

FreeSpace::FreeSpace(Bytes dir, size_t free_bytes_min)
    : dir_(std::move(dir)),
      free_bytes_min_(free_bytes_min),
      look_every_bytes_(free_bytes_min / 8),
      claimed_bytes_(look_every_bytes_) {}

void FreeSpace::claim(size_t bytes, bool only_erases) {
  if (free_bytes_min_ == 0) return;
  const size_t claimed = claimed_bytes_.fetch_add(bytes, std::memory_order_relaxed) + bytes;
  if (claimed < look_every_bytes_ && !is_short_.load(std::memory_order_relaxed)) return;
  claimed_bytes_.store(0, std::memory_order_relaxed);
  const size_t free = free_bytes(dir_);
  const size_t left = free > bytes ? free - bytes : 0;
  is_short_.store(left < free_bytes_min_, std::memory_order_relaxed);
  if (left >= (only_erases ? free_bytes_min_ / 2 : free_bytes_min_)) return;
  throw ports::StoreError(ports::StoreError::Kind::kFull,
                          "no space: " + std::to_string(free) + " bytes are free at " + dir_ +
                              ", and " + std::to_string(free_bytes_min_) + " are kept free");
}

}  // namespace keemun::rocks
