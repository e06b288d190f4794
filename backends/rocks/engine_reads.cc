#include "rocks/engine_reads.h"

#include <rocksdb/snapshot.h>

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "ports/store_error.h"
#include "rocks/engine_errors.h"
#include "rocks/engine_options.h"
#include "rocks/merged_rows.h"

namespace keemun::rocks {

using ports::StoreError;

namespace {

rocksdb::Slice slice(BytesView bytes) {
  return {bytes.data(), bytes.size()};
}

void look_at(Engine& engine, const ErasedRowsMet& met, const std::vector<FamilyRun>& runs) {
  const ErasedRowsMet::Range* large = met.large_ones();
  if (!large && !met.are_many()) return;
  if (engine.options.is_read_only || engine.log_trouble.is_there()) return;
  std::vector<ErasedRows::Scanned> scanned;
  for (const FamilyRun& run : runs) {
    const BytesView begin = large ? std::max<BytesView>(run.begin, large->begin) : run.begin;
    const BytesView end = large ? std::min<BytesView>(run.end, large->end) : run.end;
    if (begin >= end) continue;
    scanned.push_back({engine.family(run.kind), Bytes(begin), Bytes(end),
                       large ? 1 : ErasedRowsMet::kMarksMax / 2,
                       !large && is_read_past_erased(run.kind)});
  }
  engine.erased_rows.met(*engine.db, std::move(scanned));
}

// Ever.
uint64_t tables_not_opened(const Engine& engine) {
  return engine.statistics->getTickerCount(rocksdb::NO_FILE_ERRORS);
}

// What an iterator has said nothing of, between these rows. Those tell the truth that show erased
// rows, too.
StoreError missed_error(Engine& engine, BytesView begin, BytesView end) {
  constexpr int kRowsMax = 1'000'000;
  rocksdb::ReadOptions how;
  how.ignore_range_deletions = true;
  const rocksdb::Slice high = slice(end);
  how.iterate_upper_bound = &high;
  for (const FamilyRun& run : family_runs(begin, end, {})) {
    const std::unique_ptr<rocksdb::Iterator> rows(
        engine.db->NewIterator(how, engine.family(run.kind)));
    rows->Seek(slice(std::max(begin, BytesView(run.begin))));
    for (int i = 0; rows->Valid() && i < kRowsMax; ++i) rows->Next();
    if (!rows->status().ok()) return read_error(rows->status());
  }
  return {StoreError::Kind::kUnavailable, "a block or a table could not be read"};
}

}  // namespace

std::optional<Bytes> read_row(Engine& engine, BytesView key, const rocksdb::ReadOptions& how) {
  rocksdb::PinnableSlice value;
  const rocksdb::Status status =
      engine.db->Get(how, engine.family(kind_of_row(key)), slice(key), &value);
  if (status.IsNotFound()) return std::nullopt;
  if (!status.ok()) throw read_error(status);
  return Bytes(value.data(), value.size());
}

std::vector<std::optional<Bytes>> read_rows(Engine& engine, std::span<const Bytes> keys,
                                            const rocksdb::ReadOptions& how) {
  std::vector<rocksdb::Slice> slices(keys.begin(), keys.end());
  std::vector<rocksdb::ColumnFamilyHandle*> places;
  places.reserve(keys.size());
  for (const Bytes& key : keys) places.push_back(engine.family(kind_of_row(key)));
  std::vector<rocksdb::PinnableSlice> found(keys.size());
  std::vector<rocksdb::Status> statuses(keys.size());
  engine.db->MultiGet(how, keys.size(), places.data(), slices.data(), found.data(),
                      statuses.data());
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

ports::ScanPage scan_rows(Engine& engine, const ports::ScanRequest& request,
                          const TableFiles::Reading* without_disk) {
  CHECK(request.rows_max > 0);
  ports::ScanPage page;
  if (request.begin >= request.end) return page;
  const std::vector<FamilyRun> runs = family_runs(request.begin, request.end, request.mark);
  const BlockWitness::Watch watch(*engine.witness);
  const uint64_t not_opened_before = tables_not_opened(engine);
  // An iterator of its own is a picture of one moment; several are if they share a snapshot.
  std::optional<rocksdb::ManagedSnapshot> snapshot;
  if (runs.size() > 1) snapshot.emplace(engine.db.get());
  std::vector<std::pair<rocksdb::Slice, rocksdb::Slice>> bounds;  // iterators keep their addresses
  bounds.reserve(runs.size());
  std::vector<std::unique_ptr<rocksdb::Iterator>> parts;
  ErasedRowsMet met(watch, request.is_reverse);
  for (const FamilyRun& run : runs) {
    const auto& [low, high] = bounds.emplace_back(slice(run.begin), slice(run.end));
    rocksdb::ReadOptions read =
        without_disk == nullptr ? rocksdb::ReadOptions() : without_disk->options();
    read.iterate_lower_bound = &low;
    read.iterate_upper_bound = &high;
    if (snapshot) read.snapshot = snapshot->snapshot();
    parts.emplace_back(engine.db->NewIterator(read, engine.family(run.kind)));
    if (request.is_reverse) {
      parts.back()->SeekToLast();
    } else {
      parts.back()->Seek(low);
    }
  }
  MergedRows rows(std::move(parts), request.is_reverse);
  const BytesView begin = request.is_reverse ? request.end : request.begin;
  const BytesView end = request.is_reverse ? request.begin : request.end;
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
  if (watch.has_missed_any() || tables_not_opened(engine) != not_opened_before) {
    if (without_disk != nullptr && without_disk->was_refused()) return page;
    throw missed_error(engine, request.begin, request.end);
  }
  look_at(engine, met, runs);
  return page;
}

}  // namespace keemun::rocks
