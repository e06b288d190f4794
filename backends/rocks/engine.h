// The engine of a store, set up and open, with what watches over it.
#pragma once

#include <rocksdb/db.h>
#include <rocksdb/statistics.h>
#include <rocksdb/write_batch.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/bytes.h"
#include "ports/write_batch.h"
#include "rocks/block_witness.h"
#include "rocks/data_directory.h"
#include "rocks/dead_row_filter.h"
#include "rocks/erased_ranges.h"
#include "rocks/erased_rows.h"
#include "rocks/free_space.h"
#include "rocks/growing_files.h"
#include "rocks/log_files.h"
#include "rocks/log_trouble.h"
#include "rocks/rocks_options.h"
#include "rocks/row_families.h"
#include "rocks/stall_watch.h"
#include "rocks/synced_lengths.h"
#include "rocks/table_files.h"

namespace keemun::rocks {

// What closes in the reverse order: the families, the engine, the lock on the directory.
struct Engine {
  explicit Engine(const RocksOptions& given);
  ~Engine();

  rocksdb::ColumnFamilyHandle* family(RowKind kind) const {
    return families[static_cast<size_t>(kind)];
  }
  // Of the engine's own numbers those of all families that can have a row with begin <= key < end.
  std::vector<uint32_t> family_ids_of(BytesView begin, BytesView end) const;
  void check_sizes(const ports::WriteBatch& batch) const;
  rocksdb::WriteBatch translate(const ports::WriteBatch& batch) const;
  void note_erased_ranges(const ports::WriteBatch& batch);

  // Why it does not open, and what to do about it.
  ports::StoreError refusal(const rocksdb::Status& status) const;

  // Into files, what is in memory and in the log only.
  void begin_write_out();
  // Asks for what gives space back, and waits for none of it.
  void make_room();
  void claim_space(const ports::WriteBatch& batch);

  const DataDirectory directory;
  const RocksOptions options;
  std::atomic<WalSync> wal_sync = options.wal_sync;
  FreeSpace free_space;
  ErasedRanges erased_ranges;
  ErasedRows erased_rows;
  const std::shared_ptr<DeadRowJudge> judge;
  const std::shared_ptr<SyncedLengths> lengths;
  const std::shared_ptr<GrowingFiles> growing_files;
  const std::shared_ptr<LogFiles> logs;
  TableFiles files;
  const std::shared_ptr<BlockWitness> witness = std::make_shared<BlockWitness>();
  LogTrouble log_trouble;
  const std::shared_ptr<StallWatch> stall_watch = std::make_shared<StallWatch>();
  std::atomic<std::chrono::steady_clock::duration> room_made_at{};
  std::unique_ptr<rocksdb::DB> db;
  std::shared_ptr<rocksdb::Statistics> statistics;
  std::vector<rocksdb::ColumnFamilyHandle*> families;  // in the order of RowKind, as the next
  std::vector<uint32_t> family_ids;
};

}  // namespace keemun::rocks
