// How the embedded store is set up. What is left alone suits a small server; every limit on memory
// and on disk is here, and none is infinite.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/bytes.h"
#include "format/key_layout.h"

namespace keemun::rocks {

// When a commit is safe from a loss of power. It is safe from the death of the process as soon as
// it returns, in every mode.
enum class WalSync : uint8_t {
  kAlways,       // before it returns
  kEverySecond,  // at the next sync_now(), which the host calls once a second
  kNever,        // when the operating system likes, or at a sync_now()
};

// Limits as they are where nobody says otherwise: those of the disk give way on a small one.
inline constexpr size_t kUsualBlockCacheBytes = size_t{256} << 20;
inline constexpr size_t kUsualWriteBufferBytes = size_t{32} << 20;
inline constexpr size_t kUsualAllWriteBuffersBytes = size_t{128} << 20;
inline constexpr size_t kUsualWalBytesMax = size_t{256} << 20;
inline constexpr size_t kUsualDiskFreeBytesMin = size_t{256} << 20;

struct RocksOptions {
  Bytes dir;  // created if its parent is there
  // Opens what is there and changes no file; a commit throws. The directory must be a store's that
  // nobody serves.
  bool is_read_only = false;
  WalSync wal_sync = WalSync::kEverySecond;

  size_t block_cache_bytes =
      kUsualBlockCacheBytes;  // data, index and filter blocks of all families
  size_t write_buffer_bytes = kUsualWriteBufferBytes;  // of one family, until it is written out
  size_t all_write_buffers_bytes = kUsualAllWriteBuffersBytes;  // of all of them together
  size_t wal_bytes_max = kUsualWalBytesMax;     // beyond it the oldest rows leave the write buffers
  size_t info_log_bytes_max = size_t{8} << 20;  // of the engine's log; the one before it is kept
  size_t disk_free_bytes_min = kUsualDiskFreeBytesMin;  // fewer, and commits are refused; 0: never
  // Where rows were erased they keep their place on the disk at least until this is in files, too.
  std::chrono::milliseconds erased_rows_wait_max = std::chrono::minutes(10);
  int open_files_max = 1024;
  // Writing out and compactions that are under way together.
  int jobs_max = 2;

  // What capabilities() promises: a commit beyond one of them throws kTooLarge.
  size_t key_bytes_max = size_t{1} << 20;
  // The greatest string, and what stands beside it in its row.
  size_t value_bytes_max = (size_t{512} << 20) + (size_t{64} << 10);
  size_t batch_bytes_max = size_t{1} << 30;

  // Namespaces of keys in whose rows compactions leave out what nobody reaches: dead_row_filter.h.
  std::vector<format::KeyLayout> compacted_namespaces;

  // A write-ahead log that is damaged before its end keeps the store from opening. With this it
  // opens on what stands before the damage; what stands behind it is lost, and what was deleted
  // there may come back in part.
  bool opens_up_to_damage = false;
};

}  // namespace keemun::rocks
