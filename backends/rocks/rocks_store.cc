#include "rocks/rocks_store.h"

#include <rocksdb/convenience.h>
#include <rocksdb/db.h>
#include <rocksdb/experimental.h>
#include <rocksdb/perf_level.h>
#include <rocksdb/snapshot.h>
#include <rocksdb/statistics.h>
#include <rocksdb/utilities/checkpoint.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <utility>

#include "base/check.h"
#include "rocks/block_witness.h"
#include "rocks/data_directory.h"
#include "rocks/dead_row_filter.h"
#include "rocks/engine_batch.h"
#include "rocks/engine_errors.h"
#include "rocks/engine_options.h"
#include "rocks/engine_statistics.h"
#include "rocks/erased_ranges.h"
#include "rocks/erased_rows.h"
#include "rocks/free_space.h"
#include "rocks/log_files.h"
#include "rocks/log_trouble.h"
#include "rocks/merged_rows.h"
#include "rocks/row_families.h"
#include "rocks/stall_watch.h"
#include "rocks/table_files.h"

namespace keemun::rocks {

using ports::StoreError;

namespace {

rocksdb::Slice slice(BytesView bytes) {
  return {bytes.data(), bytes.size()};
}

}  // namespace

// What closes in the reverse order: the families, the engine, the lock on the directory.
struct RocksStore::Engine {
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

  std::optional<Bytes> get(BytesView key, const rocksdb::ReadOptions& how);
  std::vector<std::optional<Bytes>> multi_get(std::span<const Bytes> keys,
                                              const rocksdb::ReadOptions& how);
  // `without_disk`: none where it may wait. A page of what was refused is worth nothing.
  ports::ScanPage scan(const ports::ScanRequest& request,
                       const TableFiles::Reading* without_disk = nullptr);
  // Ever.
  uint64_t tables_not_opened() const;
  // What an iterator has said nothing of, between these rows.
  StoreError missed_error(BytesView begin, BytesView end);
  void look_at(const ErasedRowsMet& met, const std::vector<FamilyRun>& runs);
  // What `read` answers in the reading that it is given, none where the disk was needed for it.
  template <typename Read>
  auto from_memory(Read&& read)
      -> IfInMemory<decltype(read(std::declval<const TableFiles::Reading&>()))>;

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

namespace {

// A log that was followed by another is short or missing.
bool is_of_earlier_log(BytesView reason) {
  return reason.find("Size mismatch: WAL") != Bytes::npos ||
         reason.find("Missing WAL") != Bytes::npos;
}

// Of damage in `dir`: the engine names other files, but not the log.
bool may_be_of_log(Bytes reason, const Bytes& dir) {
  for (size_t at = 0; !dir.empty() && (at = reason.find(dir)) != Bytes::npos;) {
    reason.erase(at, dir.size());
  }
  const auto names = [&reason](BytesView file) { return reason.find(file) != Bytes::npos; };
  return !names(".sst") && !names("MANIFEST") && !names("CURRENT");
}

}  // namespace

RocksStore::Engine::Engine(const RocksOptions& given)
    : directory(given.dir, given.is_read_only),
      options(fitted_to_disk(given)),
      free_space(options.dir, options.disk_free_bytes_min),
      erased_rows(options.erased_rows_wait_max),
      judge(std::make_shared<DeadRowJudge>(given.compacted_namespaces)),
      logs(std::make_shared<LogFiles>(options.dir)),
      files(logs) {
  // The engine would count for each call what nobody reads; of this thread, which is the one that
  // calls most where there are several.
  rocksdb::SetPerfLevel(rocksdb::PerfLevel::kDisable);
  rocksdb::DB* opened = nullptr;
  auto setup = engine_options(options);
  setup.env = files.env();
  setup.listeners.push_back(stall_watch);
  const Blocks blocks = {rocksdb::NewLRUCache(options.block_cache_bytes), witness};
  const auto wanted = family_options(options, blocks, judge, setup.write_buffer_manager);
  const rocksdb::Status status =
      options.is_read_only
          ? rocksdb::DB::OpenForReadOnly(setup, options.dir, wanted, &families, &opened)
          : rocksdb::DB::Open(setup, options.dir, wanted, &families, &opened);
  if (!status.ok()) {
    const StoreError reason = read_error(status);
    Bytes text = options.dir + " does not open: " + reason.text();
    const Bytes log = std::filesystem::path(logs->last_read()).filename();
    const bool is_earlier = is_of_earlier_log(reason.text());
    const bool may_be_log = !log.empty() && may_be_of_log(reason.text(), options.dir);
    if (reason.kind() == StoreError::Kind::kCorrupt && (is_earlier || may_be_log)) {
      if (!is_earlier) text += ". " + log + " was read last";
      text += options.opens_up_to_damage || is_earlier
                  ? ". Where it is the log, tables have what stands behind the damage already, and "
                    "there is no moment to open on: start on a checkpoint"
                  : ". Where it is the end of the log that is damaged, open-up-to-damage opens on "
                    "what is before it";
    }
    throw StoreError(reason.kind(), text);
  }
  db.reset(opened);
  statistics = db->GetDBOptions().statistics;
  for (const rocksdb::ColumnFamilyHandle* handle : families) family_ids.push_back(handle->GetID());
}

RocksStore::Engine::~Engine() {
  if (!db) return;
  erased_rows.finish();
  // Compactions read metas, and hold the moment that they judge by.
  rocksdb::CancelAllBackgroundWork(db.get(), true);
  judge->set_moment(nullptr);
  for (rocksdb::ColumnFamilyHandle* handle : families) db->DestroyColumnFamilyHandle(handle);
}

std::vector<uint32_t> RocksStore::Engine::family_ids_of(BytesView begin, BytesView end) const {
  const auto kind = kind_of_range(begin, end);
  return kind ? std::vector{family_ids[static_cast<size_t>(*kind)]} : family_ids;
}

void RocksStore::Engine::check_sizes(const ports::WriteBatch& batch) const {
  const auto check = [](const char* what, size_t bytes, size_t bytes_max) {
    if (bytes <= bytes_max) return;
    throw StoreError(StoreError::Kind::kTooLarge, Bytes(what) + " of " + std::to_string(bytes) +
                                                      " bytes: the most is " +
                                                      std::to_string(bytes_max));
  };
  for (const auto& range : batch.range_erases) {
    check("a range bound", range.begin.size(), options.key_bytes_max + 1);
    check("a range bound", range.end.size(), options.key_bytes_max + 1);
  }
  for (const auto& write : batch.writes) {
    check("a key", write.key.size(), options.key_bytes_max);
    check("a value", write.value.size(), options.value_bytes_max);
  }
  check("a batch", batch.byte_count(), options.batch_bytes_max);
}

void RocksStore::Engine::claim_space(const ports::WriteBatch& batch) {
  const bool only_erases = std::all_of(batch.writes.begin(), batch.writes.end(),
                                       [](const auto& write) { return write.is_erase; });
  if (const auto lack = free_space.lack_for(batch.byte_count(), only_erases)) {
    make_room();
    throw *lack;
  }
}

void RocksStore::Engine::begin_write_out() {
  rocksdb::FlushOptions flush;
  flush.wait = false;
  flush.allow_write_stall = true;
  db->Flush(flush, families).PermitUncheckedError();
}

// What is written out needs no log any more, and rows that were erased take no space once their
// files are compacted. The engine would do both when more is written, and nothing is written now.
void RocksStore::Engine::make_room() {
  constexpr auto kPeriod = std::chrono::seconds(1);
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  auto last = room_made_at.load();
  if (now - last < kPeriod || !room_made_at.compare_exchange_strong(last, now)) return;
  begin_write_out();
  for (rocksdb::ColumnFamilyHandle* family : families) {
    rocksdb::experimental::SuggestCompactRange(db.get(), family, nullptr, nullptr)
        .PermitUncheckedError();
  }
}

rocksdb::WriteBatch RocksStore::Engine::translate(const ports::WriteBatch& batch) const {
  EngineBatch translated(batch.writes.size() + batch.range_erases.size(), batch.byte_count());
  for (const auto& range : batch.range_erases) {
    if (range.begin >= range.end) continue;
    for (const uint32_t id : family_ids_of(range.begin, range.end)) {
      translated.erase_range(id, range.begin, range.end);
    }
  }
  for (const auto& write : batch.writes) {
    const uint32_t id = family_ids[static_cast<size_t>(kind_of_row(write.key))];
    if (write.is_erase) {
      translated.erase(id, write.key);
    } else {
      translated.put(id, write.key, write.value);
    }
  }
  return translated.take();
}

void RocksStore::Engine::note_erased_ranges(const ports::WriteBatch& batch) {
  for (const auto& range : batch.range_erases) {
    if (range.begin >= range.end) continue;
    for (const FamilyRun& run : family_runs(range.begin, range.end, {})) {
      erased_ranges.erased_one(family(run.kind), run.begin, run.end);
    }
  }
  erased_ranges.write_out_if_due(*db);
}

std::optional<Bytes> RocksStore::Engine::get(BytesView key, const rocksdb::ReadOptions& how) {
  rocksdb::PinnableSlice value;
  const rocksdb::Status status = db->Get(how, family(kind_of_row(key)), slice(key), &value);
  if (status.IsNotFound()) return std::nullopt;
  if (!status.ok()) throw read_error(status);
  return Bytes(value.data(), value.size());
}

std::vector<std::optional<Bytes>> RocksStore::Engine::multi_get(std::span<const Bytes> keys,
                                                                const rocksdb::ReadOptions& how) {
  std::vector<rocksdb::Slice> slices(keys.begin(), keys.end());
  std::vector<rocksdb::ColumnFamilyHandle*> places;
  places.reserve(keys.size());
  for (const Bytes& key : keys) places.push_back(family(kind_of_row(key)));
  std::vector<rocksdb::PinnableSlice> found(keys.size());
  std::vector<rocksdb::Status> statuses(keys.size());
  db->MultiGet(how, keys.size(), places.data(), slices.data(), found.data(), statuses.data());
  std::vector<std::optional<Bytes>> values(keys.size());
  for (size_t i = 0; i < keys.size(); ++i) {
    if (statuses[i].ok()) {
      values[i].emplace(found[i].data(), found[i].size());
    } else if (!statuses[i].IsNotFound()) {
      throw read_error(statuses[i]);
    }
  }
  return values;
}

void RocksStore::Engine::look_at(const ErasedRowsMet& met, const std::vector<FamilyRun>& runs) {
  const ErasedRowsMet::Range* large = met.large_ones();
  if (!large && !met.are_many()) return;
  if (options.is_read_only || log_trouble.is_there()) return;
  std::vector<ErasedRows::Scanned> scanned;
  for (const FamilyRun& run : runs) {
    const BytesView begin = large ? std::max<BytesView>(run.begin, large->begin) : run.begin;
    const BytesView end = large ? std::min<BytesView>(run.end, large->end) : run.end;
    if (begin >= end) continue;
    scanned.push_back({family(run.kind), Bytes(begin), Bytes(end),
                       large ? 1 : ErasedRowsMet::kMarksMax / 2,
                       !large && is_read_past_erased(run.kind)});
  }
  erased_rows.met(*db, std::move(scanned));
}

uint64_t RocksStore::Engine::tables_not_opened() const {
  return statistics->getTickerCount(rocksdb::NO_FILE_ERRORS);
}

// Those iterators tell the truth that show erased rows, too.
StoreError RocksStore::Engine::missed_error(BytesView begin, BytesView end) {
  constexpr int kRowsMax = 1'000'000;
  rocksdb::ReadOptions how;
  how.ignore_range_deletions = true;
  const rocksdb::Slice high = slice(end);
  how.iterate_upper_bound = &high;
  for (const FamilyRun& run : family_runs(begin, end, {})) {
    const std::unique_ptr<rocksdb::Iterator> rows(db->NewIterator(how, family(run.kind)));
    rows->Seek(slice(std::max(begin, BytesView(run.begin))));
    for (int i = 0; rows->Valid() && i < kRowsMax; ++i) rows->Next();
    if (!rows->status().ok()) return read_error(rows->status());
  }
  return {StoreError::Kind::kUnavailable, "a block or a table could not be read"};
}

ports::ScanPage RocksStore::Engine::scan(const ports::ScanRequest& request,
                                         const TableFiles::Reading* without_disk) {
  CHECK(request.rows_max > 0);
  ports::ScanPage page;
  if (request.begin >= request.end) return page;
  const std::vector<FamilyRun> runs = family_runs(request.begin, request.end, request.mark);
  const BlockWitness::Watch watch(*witness);
  const uint64_t not_opened_before = tables_not_opened();
  // An iterator of its own is a picture of one moment; several are if they share a snapshot.
  std::optional<rocksdb::ManagedSnapshot> snapshot;
  if (runs.size() > 1) snapshot.emplace(db.get());
  std::vector<std::pair<rocksdb::Slice, rocksdb::Slice>> bounds;  // iterators keep their addresses
  bounds.reserve(runs.size());
  std::vector<std::unique_ptr<rocksdb::Iterator>> parts;
  ErasedRowsMet met(watch);
  for (const FamilyRun& run : runs) {
    const auto& [low, high] = bounds.emplace_back(slice(run.begin), slice(run.end));
    rocksdb::ReadOptions read =
        without_disk == nullptr ? rocksdb::ReadOptions() : without_disk->options();
    read.iterate_lower_bound = &low;
    read.iterate_upper_bound = &high;
    if (snapshot) read.snapshot = snapshot->snapshot();
    parts.emplace_back(db->NewIterator(read, family(run.kind)));
    if (request.is_reverse) {
      parts.back()->SeekToLast();
    } else {
      parts.back()->Seek(low);
    }
  }
  MergedRows rows(std::move(parts), request.is_reverse);
  const auto [begin, end] = request.is_reverse ? std::pair(request.end, request.begin)
                                               : std::pair(request.begin, request.end);
  const auto note_step = [&] {
    constexpr uint64_t kAroundARow = 64'000;  // what comes with it, of its block and of indexes
    const uint64_t unpacked = met.step();
    if (unpacked == 0) return;
    const uint64_t of_use =
        kAroundARow + (rows.valid() ? rows.key().size() + rows.value().size() : 0);
    if (unpacked <= of_use) return;
    const BytesView from = page.rows.empty() ? begin : BytesView(page.rows.back().key);
    const BytesView to = rows.valid() ? rows.key() : end;
    met.have_held(unpacked - of_use, std::min(from, to), std::max(from, to));
  };
  note_step();
  for (; rows.valid() && page.rows.size() < request.rows_max; rows.next(), note_step()) {
    if (!request.mark.is_on(rows.key())) continue;
    page.rows.push_back({Bytes(rows.key()), Bytes(ports::part_of(rows.value(), request.values))});
  }
  page.has_more = rows.valid();
  if (watch.has_missed_any() || tables_not_opened() != not_opened_before) {
    if (without_disk != nullptr && without_disk->was_refused()) return page;
    throw missed_error(request.begin, request.end);
  }
  look_at(met, runs);
  return page;
}

template <typename Read>
auto RocksStore::Engine::from_memory(Read&& read)
    -> IfInMemory<decltype(read(std::declval<const TableFiles::Reading&>()))> {
  const TableFiles::Reading reading(files);
  try {
    auto answer = read(reading);
    if (!reading.was_refused()) return answer;
  } catch (const StoreError&) {
    if (!reading.was_refused()) throw;
  }
  return std::nullopt;
}

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
  return engine_->get(key, {});
}

std::vector<std::optional<Bytes>> RocksStore::multi_get(std::span<const Bytes> keys) {
  return engine_->multi_get(keys, {});
}

ports::ScanPage RocksStore::scan(const ports::ScanRequest& request) {
  return engine_->scan(request);
}

RocksStore::IfInMemory<std::optional<Bytes>> RocksStore::get_from_memory(BytesView key) {
  return engine_->from_memory(
      [&](const auto& reading) { return engine_->get(key, reading.options()); });
}

RocksStore::IfInMemory<std::vector<std::optional<Bytes>>> RocksStore::multi_get_from_memory(
    std::span<const Bytes> keys) {
  return engine_->from_memory(
      [&](const auto& reading) { return engine_->multi_get(keys, reading.options()); });
}

RocksStore::IfInMemory<ports::ScanPage> RocksStore::scan_from_memory(
    const ports::ScanRequest& request) {
  return engine_->from_memory(
      [&](const auto& reading) { return engine_->scan(request, &reading); });
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
  if (status.ok()) status = created->CreateCheckpoint(std::filesystem::absolute(dir).string());
  if (!status.ok()) throw read_error(status);
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
