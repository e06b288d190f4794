#include "rocks/rocks_store.h"

#include <rocksdb/db.h>
#include <rocksdb/perf_level.h>
#include <rocksdb/utilities/checkpoint.h>

#include <utility>

#include "base/check.h"
#include "rocks/checkpoint_directory.h"
#include "rocks/data_directory.h"
#include "rocks/engine.h"
#include "rocks/engine_errors.h"
#include "rocks/engine_reads.h"
#include "rocks/engine_statistics.h"
#include "rocks/synced_lengths.h"
#include "rocks/table_files.h"

namespace keemun::rocks {

using ports::StoreError;

namespace {

// What `read` answers in the reading that it is given, none where the disk was needed for it.
template <typename Read>
auto from_memory(Engine& engine, Read&& read)
    -> std::optional<decltype(read(std::declval<const TableFiles::Reading&>()))> {
  const TableFiles::Reading reading(engine.files);
  try {
    auto answer = read(reading);
    if (!reading.was_refused()) return answer;
  } catch (const StoreError&) {
    if (!reading.was_refused()) throw;
  }
  return std::nullopt;
}

}  // namespace

RocksStore::RocksStore(const RocksOptions& options) : engine_(std::make_unique<Engine>(options)) {}

RocksStore::~RocksStore() = default;

ports::Capabilities RocksStore::capabilities() const {
  ports::Capabilities capabilities;
  capabilities.atomic_batch = true;
  capabilities.cheap_range_erase = true;
  capabilities.key_bytes_max = engine_->options.key_bytes_max;
  capabilities.value_bytes_max = engine_->options.value_bytes_max;
  capabilities.batch_bytes_max = engine_->options.batch_bytes_max;
  return capabilities;
}

std::optional<Bytes> RocksStore::get(BytesView key) {
  return read_row(*engine_, key, {});
}

std::vector<std::optional<Bytes>> RocksStore::multi_get(std::span<const Bytes> keys) {
  return read_rows(*engine_, keys, {});
}

ports::ScanPage RocksStore::scan(const ports::ScanRequest& request) {
  return scan_rows(*engine_, request);
}

RocksStore::IfInMemory<std::optional<Bytes>> RocksStore::get_from_memory(BytesView key) {
  return from_memory(
      *engine_, [&](const auto& reading) { return read_row(*engine_, key, reading.options()); });
}

RocksStore::IfInMemory<std::vector<std::optional<Bytes>>> RocksStore::multi_get_from_memory(
    std::span<const Bytes> keys) {
  return from_memory(
      *engine_, [&](const auto& reading) { return read_rows(*engine_, keys, reading.options()); });
}

RocksStore::IfInMemory<ports::ScanPage> RocksStore::scan_from_memory(
    const ports::ScanRequest& request) {
  return from_memory(*engine_,
                     [&](const auto& reading) { return scan_rows(*engine_, request, &reading); });
}

void RocksStore::commit(const ports::WriteBatch& batch) {
  CHECK(batch.expectations.empty());  // nobody else writes here
  engine_->check_sizes(batch);
  engine_->claim_space(batch);
  engine_->log_trouble.check_before_write(*engine_->db);
  rocksdb::WriteBatch translated = engine_->translate(batch);
  // The engine would count for each call what nobody reads; of this thread.
  rocksdb::SetPerfLevel(rocksdb::PerfLevel::kDisable);
  rocksdb::WriteOptions options;
  options.sync = engine_->wal_sync == WalSync::kAlways;
  const uint64_t begun = engine_->log_trouble.write_begins();
  const rocksdb::Status status = engine_->db->Write(options, &translated);
  engine_->log_trouble.write_ended(status, begun);
  if (!status.ok()) throw commit_error(status);
  engine_->note_erased_ranges(batch);
}

bool RocksStore::may_hold_writes_up() const {
  return engine_->stall_watch->may_hold_writes_up();
}

std::optional<StoreError> RocksStore::lack_of_space() {
  auto lack = engine_->free_space.lack_for(0, false);
  if (lack) engine_->make_room();
  return lack;
}

void RocksStore::write_out_erased_rows() {
  engine_->erased_ranges.write_out_if_due(*engine_->db);
  engine_->erased_ranges.give_back_space(*engine_->db);
  engine_->erased_rows.write_out_old(*engine_->db, engine_->families);
}

void RocksStore::sync_now() {
  const rocksdb::Status status = engine_->logs->sync();
  if (!status.ok()) throw engine_->log_trouble.sync_failed(status);
  if (engine_->log_trouble.is_there()) {
    throw StoreError(StoreError::Kind::kUnavailable, "a write has failed, and none since");
  }
  write_out_erased_rows();  // behind the sync, for it may have to wait where writes do
}

void RocksStore::check_room_for_checkpoint(const Bytes& dir) const {
  check_can_be_linked(dir, engine_->options.dir);
  engine_->free_space.claim_for_checkpoint();
}

void RocksStore::checkpoint(const Bytes& dir) {
  check_room_for_checkpoint(dir);
  rocksdb::Checkpoint* created = nullptr;
  rocksdb::Status status = rocksdb::Checkpoint::Create(engine_->db.get(), &created);
  const std::unique_ptr<rocksdb::Checkpoint> owner(created);
  if (!status.ok()) throw read_error(status);
  CheckpointDirectory directory(dir);
  status = created->CreateCheckpoint(directory.inner());
  if (!status.ok()) throw read_error(status);
  note_lengths_of_copy(directory.inner());
  directory.finish(engine_->options.dir);
  sync_above(dir);
}

void RocksStore::set_wal_sync(WalSync when) {
  engine_->wal_sync = when;
}

void RocksStore::begin_write_out() {
  engine_->begin_write_out();
}

void RocksStore::settle(int64_t now_ms) {
  if (engine_->judge->namespaces().empty()) return sync_now();
  const auto moment = std::make_shared<DurableMoment>(*engine_->db, engine_->families, now_ms);
  sync_now();
  engine_->judge->set_moment(moment);
}

void RocksStore::stop_settling() {
  engine_->judge->set_moment(nullptr);
}

Bytes RocksStore::name_of_content() const {
  Bytes name;
  const rocksdb::Status status = engine_->db->GetDbIdentity(name);
  if (!status.ok()) throw read_error(status);
  return name + " " + std::to_string(engine_->db->GetLatestSequenceNumber());
}

void RocksStore::compact() {
  rocksdb::CompactRangeOptions options;
  options.bottommost_level_compaction = rocksdb::BottommostLevelCompaction::kForceOptimized;
  for (rocksdb::ColumnFamilyHandle* family : engine_->families) {
    const rocksdb::Status status = engine_->db->CompactRange(options, family, nullptr, nullptr);
    if (!status.ok()) throw read_error(status);
  }
}

uint64_t RocksStore::estimated_rows(RowKind kind) const {
  return rocks::estimated_rows(*engine_->db, engine_->family(kind));
}

uint64_t RocksStore::memory_bytes() const {
  uint64_t cached = 0;
  uint64_t written = 0;
  engine_->db->GetIntProperty(rocksdb::DB::Properties::kBlockCacheUsage, &cached);
  engine_->db->GetAggregatedIntProperty(rocksdb::DB::Properties::kSizeAllMemTables, &written);
  return cached + written;
}

std::vector<Statistic> RocksStore::statistics() const {
  std::vector<Statistic> all = engine_statistics(*engine_->db, engine_->families, *engine_->logs);
  all.push_back({"write_has_failed", engine_->log_trouble.is_there() ? uint64_t{1} : 0});
  if (const auto room = engine_->free_space.bytes()) {
    all.push_back({"disk_free_bytes", room->free});
    all.push_back({"disk_free_min", room->kept_free});
  }
  all.push_back({"compaction_dropped_rows", engine_->judge->dropped_rows()});
  all.push_back({"compaction_dropped_metas", engine_->judge->dropped_metas()});
  return all;
}

}  // namespace keemun::rocks
