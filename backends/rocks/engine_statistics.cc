#include "rocks/engine_statistics.h"

#include <rocksdb/statistics.h>

#include <filesystem>
#include <system_error>

#include "rocks/row_families.h"

namespace keemun::rocks {

namespace {

struct NamedTicker {
  const char* name;
  uint32_t ticker;
};

constexpr NamedTicker kTickers[] = {
    {"block_cache_hits", rocksdb::BLOCK_CACHE_HIT},
    {"block_cache_misses", rocksdb::BLOCK_CACHE_MISS},
    {"filter_useful", rocksdb::BLOOM_FILTER_USEFUL},
    {"memtable_hits", rocksdb::MEMTABLE_HIT},
    {"memtable_misses", rocksdb::MEMTABLE_MISS},
    {"rows_written", rocksdb::NUMBER_KEYS_WRITTEN},
    {"rows_read", rocksdb::NUMBER_KEYS_READ},
    {"bytes_written", rocksdb::BYTES_WRITTEN},
    {"bytes_read", rocksdb::BYTES_READ},
    {"wal_bytes_written", rocksdb::WAL_FILE_BYTES},
    {"write_stall_us", rocksdb::STALL_MICROS},
    {"flush_bytes_written", rocksdb::FLUSH_WRITE_BYTES},
    {"compaction_bytes_read", rocksdb::COMPACT_READ_BYTES},
    {"compaction_bytes_written", rocksdb::COMPACT_WRITE_BYTES},
};

uint64_t sum_over_families(rocksdb::DB& engine, const std::string& property) {
  uint64_t sum = 0;
  engine.GetAggregatedIntProperty(property, &sum);
  return sum;
}

uint64_t property_of(rocksdb::DB& engine, const std::string& property) {
  uint64_t value = 0;
  engine.GetIntProperty(property, &value);
  return value;
}

// The engine would wait for files that are being deleted before it says so itself.
uint64_t wal_bytes(rocksdb::DB& engine) {
  uint64_t sum = 0;
  std::error_code failed;
  for (std::filesystem::directory_iterator file(engine.GetName(), failed), end;
       !failed && file != end; file.increment(failed)) {
    if (file->path().extension() != ".log") continue;
    std::error_code is_gone;
    const uint64_t bytes = file->file_size(is_gone);
    if (!is_gone) sum += bytes;
  }
  return sum;
}

}  // namespace

uint64_t estimated_rows(rocksdb::DB& engine, rocksdb::ColumnFamilyHandle* family) {
  uint64_t rows = 0;
  engine.GetIntProperty(family, rocksdb::DB::Properties::kEstimateNumKeys, &rows);
  return rows;
}

std::vector<Statistic> engine_statistics(rocksdb::DB& engine,
                                         const std::vector<rocksdb::ColumnFamilyHandle*>& families,
                                         const LogFiles& logs) {
  using Properties = rocksdb::DB::Properties;
  std::vector<Statistic> all;
  for (size_t i = 0; i < families.size(); ++i) {
    all.push_back({"estimated_rows_" + Bytes(i == 0 ? "records" : kFamilyNames[i]),
                   estimated_rows(engine, families[i])});
  }
  // Summed up over the families.
  all.push_back({"sst_bytes", sum_over_families(engine, Properties::kLiveSstFilesSize)});
  all.push_back({"memtable_bytes", sum_over_families(engine, Properties::kSizeAllMemTables)});
  all.push_back(
      {"table_reader_bytes", sum_over_families(engine, Properties::kEstimateTableReadersMem)});
  all.push_back({"pending_compaction_bytes",
                 sum_over_families(engine, Properties::kEstimatePendingCompactionBytes)});
  // Of the engine as a whole; the cache is one for all families.
  all.push_back(
      {"block_cache_capacity_bytes", property_of(engine, Properties::kBlockCacheCapacity)});
  all.push_back({"block_cache_usage_bytes", property_of(engine, Properties::kBlockCacheUsage)});
  all.push_back(
      {"block_cache_pinned_bytes", property_of(engine, Properties::kBlockCachePinnedUsage)});
  all.push_back({"running_flushes", property_of(engine, Properties::kNumRunningFlushes)});
  all.push_back({"running_compactions", property_of(engine, Properties::kNumRunningCompactions)});
  all.push_back({"background_errors", property_of(engine, Properties::kBackgroundErrors)});
  all.push_back({"writes_are_stopped", property_of(engine, Properties::kIsWriteStopped)});
  const auto statistics = engine.GetDBOptions().statistics;
  all.push_back({"wal_bytes", wal_bytes(engine)});
  all.push_back({"wal_syncs", statistics->getTickerCount(rocksdb::WAL_FILE_SYNCED) + logs.syncs()});
  for (const NamedTicker& ticker : kTickers) {
    all.push_back({ticker.name, statistics->getTickerCount(ticker.ticker)});
  }
  return all;
}

}  // namespace keemun::rocks
