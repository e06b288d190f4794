#include "rocks/engine.h"

#include <rocksdb/convenience.h>
#include <rocksdb/experimental.h>
#include <rocksdb/perf_level.h>

#include <algorithm>
#include <filesystem>

#include "ports/store_error.h"
#include "rocks/compacting_threads.h"
#include "rocks/engine_batch.h"
#include "rocks/engine_errors.h"
#include "rocks/engine_options.h"

namespace keemun::rocks {

using ports::StoreError;

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

void refuse_losses(const SyncedLengths& lengths, const RocksOptions& options) {
  const auto loss = lengths.loss();
  if (!loss || (loss->is_of_last_log && options.opens_up_to_damage)) return;
  throw StoreError(StoreError::Kind::kCorrupt,
                   options.dir + " does not open: " + loss->text +
                       (loss->is_of_last_log ? ". open-up-to-damage opens on what is there"
                                             : ". There is no moment to open on: start on a "
                                               "checkpoint") +
                       ". Where the store is known to be whole, remove " +
                       Bytes(kSyncedLengthsName));
}

}  // namespace

Engine::Engine(const RocksOptions& given)
    : directory(given.dir, given.is_read_only),
      options(fitted_to_disk(given)),
      free_space(options.dir, options.disk_free_bytes_min),
      erased_rows(options.erased_rows_wait_max),
      judge(std::make_shared<DeadRowJudge>(given.compacted_namespaces)),
      lengths(std::make_shared<SyncedLengths>(options.dir)),
      growing_files(std::make_shared<GrowingFiles>(options.dir, lengths)),
      logs(std::make_shared<LogFiles>(options.dir, lengths, growing_files)),
      files(logs) {
  refuse_losses(*lengths, options);
  if (options.opens_up_to_damage && !options.is_read_only) lengths->accept_loss_of_last_log();
  // The engine would count for each call what nobody reads; of this thread, which is the one that
  // calls most where there are several.
  rocksdb::SetPerfLevel(rocksdb::PerfLevel::kDisable);
  rocksdb::DB* opened = nullptr;
  auto setup = engine_options(options);
  setup.env = files.env();
  setup.listeners.push_back(stall_watch);
  if (!options.is_read_only) begin_compacting_threads(*setup.env, setup.max_background_jobs);
  const Blocks blocks = {rocksdb::NewLRUCache(options.block_cache_bytes), witness};
  const auto wanted = family_options(options, blocks, judge, setup.write_buffer_manager);
  const rocksdb::Status status =
      options.is_read_only
          ? rocksdb::DB::OpenForReadOnly(setup, options.dir, wanted, &families, &opened)
          : rocksdb::DB::Open(setup, options.dir, wanted, &families, &opened);
  if (!status.ok()) throw refusal(status);
  growing_files->engine_is_open();
  db.reset(opened);
  statistics = db->GetDBOptions().statistics;
  for (const rocksdb::ColumnFamilyHandle* handle : families) family_ids.push_back(handle->GetID());
}

StoreError Engine::refusal(const rocksdb::Status& status) const {
  const StoreError reason = read_error(status);
  const auto damage = growing_files->damage();
  Bytes text = options.dir + " does not open: ";
  text += damage ? damage->text : reason.text();
  const bool says_more = damage && reason.text().find(damage->text) == Bytes::npos;
  if (says_more) text += " (" + reason.text() + ")";
  if (!damage && reason.kind() != StoreError::Kind::kCorrupt) return {reason.kind(), text};

  const Bytes log = std::filesystem::path(logs->last_read()).filename();
  const bool is_earlier = is_of_earlier_log(reason.text());
  if (damage && is_manifest_name(damage->file)) {
    text += ". There is no moment to open on: start on a checkpoint";
  } else if (damage && lengths->is_foreign(damage->file)) {
    text += ". Where a checkpoint was copied here beside what was left of another store, remove it";
  } else if (is_earlier || damage || (!log.empty() && may_be_of_log(reason.text(), options.dir))) {
    if (!is_earlier && !damage) text += ". " + log + " was read last";
    text += options.opens_up_to_damage || is_earlier
                ? ". Where it is the log, tables have what stands behind the damage already, and "
                  "there is no moment to open on: start on a checkpoint"
                : ". Where it is the end of the log that is damaged, open-up-to-damage opens on "
                  "what is before it";
  }
  return {StoreError::Kind::kCorrupt, text};
}

Engine::~Engine() {
  if (!db) return;
  erased_rows.finish();
  // Compactions read metas, and hold the moment that they judge by.
  rocksdb::CancelAllBackgroundWork(db.get(), true);
  judge->set_moment(nullptr);
  for (rocksdb::ColumnFamilyHandle* handle : families) db->DestroyColumnFamilyHandle(handle);
}

std::vector<uint32_t> Engine::family_ids_of(BytesView begin, BytesView end) const {
  const auto kind = kind_of_range(begin, end);
  return kind ? std::vector{family_ids[static_cast<size_t>(*kind)]} : family_ids;
}

void Engine::check_sizes(const ports::WriteBatch& batch) const {
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

void Engine::claim_space(const ports::WriteBatch& batch) {
  const bool only_erases = std::all_of(batch.writes.begin(), batch.writes.end(),
                                       [](const auto& write) { return write.is_erase; });
  if (const auto lack = free_space.lack_for(batch.byte_count(), only_erases)) {
    make_room();
    throw *lack;
  }
}

void Engine::begin_write_out() {
  rocksdb::FlushOptions flush;
  flush.wait = false;
  flush.allow_write_stall = true;
  db->Flush(flush, families).PermitUncheckedError();
}

// What is written out needs no log any more, and rows that were erased take no space once their
// files are compacted. The engine would do both when more is written, and nothing is written now.
void Engine::make_room() {
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

rocksdb::WriteBatch Engine::translate(const ports::WriteBatch& batch) const {
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

void Engine::note_erased_ranges(const ports::WriteBatch& batch) {
  for (const auto& range : batch.range_erases) {
    if (range.begin >= range.end) continue;
    for (const FamilyRun& run : family_runs(range.begin, range.end, {})) {
      erased_ranges.erased_one(family(run.kind), run.begin, run.end);
    }
  }
  erased_ranges.write_out_if_due(*db);
}

}  // namespace keemun::rocks
