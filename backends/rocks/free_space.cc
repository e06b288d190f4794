#include "rocks/free_space.h"

#include <sys/stat.h>
#include <sys/statvfs.h>

#include <algorithm>
#include <filesystem>
#include <utility>

namespace keemun::rocks {

using ports::StoreError;

namespace {

// What there is of something on a disk, and how much is free. Of files, some disks do not know
// how many they could have: then there are none at all.
struct Share {
  size_t total;
  size_t free;
};

struct Disk {
  Share bytes;
  Share files;
};

std::optional<Disk> disk_of(const Bytes& dir) {
  struct statvfs disk = {};
  if (::statvfs(dir.c_str(), &disk) != 0) return std::nullopt;
  return Disk{{size_t{disk.f_blocks} * disk.f_frsize, size_t{disk.f_bavail} * disk.f_frsize},
              {size_t{disk.f_files}, size_t{disk.f_favail}}};
}

// Some write buffers written out at once, a compaction, a log. Of a small disk a quarter; but less
// than this is of no use: a compaction of the files of two levels that found no room for them in
// the half which erasures leave would be begun again and again, and nothing would ever make room.
constexpr size_t kFreeFilesMin = 32;
constexpr size_t kFreeFilesMax = 64;

size_t files_kept_free(size_t total) {
  return total == 0 ? 0 : std::clamp(total / 4, kFreeFilesMin, kFreeFilesMax);
}

}  // namespace

FreeSpace::FreeSpace(Bytes dir, size_t free_bytes_min)
    : dir_(std::move(dir)), free_bytes_min_(free_bytes_min) {}

std::optional<StoreError> FreeSpace::lack_for(size_t bytes, bool only_erases) const {
  if (free_bytes_min_ == 0) return std::nullopt;
  const std::optional<Disk> disk = disk_of(dir_);
  if (!disk) return std::nullopt;
  const auto lack = [&](const char* of_what, size_t free, size_t needed,
                        size_t free_min) -> std::optional<StoreError> {
    const size_t left = free > needed ? free - needed : 0;
    if (left >= (only_erases ? free_min / 2 : free_min)) return std::nullopt;
    return StoreError(StoreError::Kind::kFull, "no space: " + std::to_string(free) + " " + of_what +
                                                   " are free at " + dir_ + ", and " +
                                                   std::to_string(free_min) + " are kept free");
  };
  if (auto of_bytes = lack("bytes", disk->bytes.free, bytes, free_bytes_min_)) return of_bytes;
  return lack("files", disk->files.free, 0, files_kept_free(disk->files.total));
}

void FreeSpace::claim_for_checkpoint() const {
  if (const auto lack = lack_for(0, false)) throw *lack;
  const std::optional<Room> room = bytes();
  const size_t needed = 2 * free_bytes_min_;
  if (!room || room->free >= needed) return;
  throw StoreError(StoreError::Kind::kFull,
                   "no space: " + std::to_string(room->free) + " bytes are free at " + dir_ +
                       ", and a checkpoint needs " + std::to_string(needed));
}

std::optional<FreeSpace::Room> FreeSpace::bytes() const {
  const std::optional<Disk> disk = disk_of(dir_);
  if (!disk) return std::nullopt;
  return Room{disk->bytes.free, free_bytes_min_};
}

void check_can_be_linked(const Bytes& path, const Bytes& dir) {
  const std::string parent = std::filesystem::absolute(path).parent_path().string();
  struct stat there = {};
  struct stat here = {};
  if (::stat(parent.c_str(), &there) != 0 || ::stat(dir.c_str(), &here) != 0) return;
  if (there.st_dev == here.st_dev) return;
  throw StoreError(StoreError::Kind::kUnavailable,
                   "a checkpoint is made of links, and " + parent +
                       " is on another file system than " + dir +
                       ": a store in a directory of that file system has room for it beside it");
}

RocksOptions fitted_to_disk(RocksOptions options) {
  const std::optional<Disk> disk = disk_of(options.dir);
  if (!disk) return options;
  const auto at_most = [&](size_t RocksOptions::*bytes, size_t share) {
    if (options.*bytes > RocksOptions().*bytes) return;  // somebody has said so
    options.*bytes = std::min(options.*bytes, std::max<size_t>(disk->bytes.total / share, 1));
  };
  // What is kept free has room for all write buffers, and, when erasures have taken half of it, for
  // a compaction of eight files as large as one.
  at_most(&RocksOptions::disk_free_bytes_min, 8);
  at_most(&RocksOptions::wal_bytes_max, 16);
  at_most(&RocksOptions::all_write_buffers_bytes, 32);
  at_most(&RocksOptions::write_buffer_bytes, 128);
  return options;
}

}  // namespace keemun::rocks
