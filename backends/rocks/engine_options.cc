#include "rocks/engine_options.h"

#include <rocksdb/convenience.h>
#include <rocksdb/filter_policy.h>
#include <rocksdb/statistics.h>
#include <rocksdb/table.h>
#include <rocksdb/utilities/table_properties_collectors.h>

#include <algorithm>

#include "rocks/engine_log.h"
#include "rocks/row_families.h"
#include "rocks/write_buffer.h"

namespace keemun::rocks {

namespace {

constexpr size_t kManifestBytesMax = size_t{16} << 20;
constexpr size_t kSyncStepBytes = size_t{1} << 20;
constexpr size_t kFileBytesMin = size_t{256} << 10;

// How rows of a kind are read. There are no prefix filters: where a collection's rows begin to
// differ depends on the lengths of the namespace and of the key, and the former is not in the row.
struct FamilyUse {
  bool is_read_by_key = false;  // worth a filter of whole keys
  size_t block_bytes = 0;       // small for rows read alone, larger for rows read as ranges
  size_t write_buffer_divisor = 1;
  bool is_read_past_erased = false;
};

FamilyUse use_of(RowKind kind) {
  switch (kind) {
    case RowKind::kMeta:
      return {true, 4 << 10, 1, true};
    case RowKind::kSub:
      return {true, 8 << 10, 1};
    case RowKind::kArdb:
      return {true, 8 << 10, 1, true};
    case RowKind::kScore:  // reached by ranges only
      return {false, 16 << 10, 1, true};
    case RowKind::kIndex:
      return {true, 4 << 10, 2};
    case RowKind::kExpiry:  // erased as fast as written
      return {false, 4 << 10, 2, true};
    case RowKind::kRecord:
      return {false, 4 << 10, 8};
  }
  return {};
}

// The first of the wanted ones that this build of the engine can read and write.
rocksdb::CompressionType first_supported(std::initializer_list<rocksdb::CompressionType> wanted) {
  const auto supported = rocksdb::GetSupportedCompressions();
  for (const auto type : wanted) {
    if (std::find(supported.begin(), supported.end(), type) != supported.end()) return type;
  }
  return rocksdb::kNoCompression;
}

rocksdb::BlockBasedTableOptions table_options(const FamilyUse& use, const Blocks& blocks) {
  rocksdb::BlockBasedTableOptions table;
  table.block_cache = blocks.cache;
  table.persistent_cache = blocks.witness;
  table.block_size = use.block_bytes;
  table.format_version = 5;
  // Indexes and filters count as cache, so the cache bounds them too; of the large ones only the
  // top and what lies in the youngest level stays for good.
  table.cache_index_and_filter_blocks = true;
  table.cache_index_and_filter_blocks_with_high_priority = true;
  table.pin_l0_filter_and_index_blocks_in_cache = true;
  table.index_type = rocksdb::BlockBasedTableOptions::kTwoLevelIndexSearch;
  table.pin_top_level_index_and_filter = true;
  if (use.is_read_by_key) {
    constexpr double kBitsPerKey = 10;
    table.filter_policy.reset(rocksdb::NewBloomFilterPolicy(kBitsPerKey));
    table.partition_filters = true;
    table.whole_key_filtering = true;
  }
  return table;
}

rocksdb::ColumnFamilyOptions family_of(RowKind kind, const RocksOptions& options,
                                       const Blocks& blocks) {
  const FamilyUse use = use_of(kind);
  rocksdb::ColumnFamilyOptions family;
  family.table_factory.reset(rocksdb::NewBlockBasedTableFactory(table_options(use, blocks)));
  family.write_buffer_size = options.write_buffer_bytes / use.write_buffer_divisor;
  family.max_write_buffer_number = 3;
  family.target_file_size_base = std::max(options.write_buffer_bytes, kFileBytesMin);
  family.max_bytes_for_level_base = 4 * family.target_file_size_base;
  // A compaction needs so much space for a while: on a disk that is nearly full it has to get by
  // with what free_space.h keeps free, or nothing that is erased ever gives space back.
  family.max_compaction_bytes = 8 * family.target_file_size_base;
  family.level_compaction_dynamic_level_bytes = true;
  family.compression = first_supported({rocksdb::kLZ4Compression, rocksdb::kSnappyCompression});
  family.bottommost_compression = first_supported({rocksdb::kZSTD, family.compression});
  if (use.is_read_past_erased) {
    // A file that is mostly of erased rows goes soon, for readers step over each.
    constexpr size_t kRowsLookedAt = size_t{128} << 10;
    constexpr size_t kErasedRowsMax = size_t{64} << 10;
    constexpr double kErasedShareMax = 0.5;
    family.table_properties_collector_factories.push_back(
        rocksdb::NewCompactOnDeletionCollectorFactory(kRowsLookedAt, kErasedRowsMax,
                                                      kErasedShareMax));
  }
  if (use.is_read_by_key) {
    family.memtable_whole_key_filtering = true;
    family.memtable_prefix_bloom_size_ratio = 0.02;
  }
  return family;
}

}  // namespace

bool is_read_past_erased(RowKind kind) {
  return use_of(kind).is_read_past_erased;
}

rocksdb::DBOptions engine_options(const RocksOptions& options) {
  rocksdb::DBOptions engine;
  engine.create_if_missing = !options.is_read_only;
  engine.create_missing_column_families = !options.is_read_only;
  engine.paranoid_checks = true;
  // A record cut short at the end of the log is a commit that never returned, or was not synced
  // before a loss of power; any other damage is something the operator must know of.
  engine.wal_recovery_mode = options.opens_up_to_damage
                                 ? rocksdb::WALRecoveryMode::kPointInTimeRecovery
                                 : rocksdb::WALRecoveryMode::kTolerateCorruptedTailRecords;
  // That takes the short end of any log for that of the last one: what is behind would be played
  // over the hole. So it is written down how long each was when the next one had begun.
  engine.track_and_verify_wals_in_manifest = true;
  engine.max_total_wal_size = options.wal_bytes_max;
  engine.write_buffer_manager =
      std::make_shared<rocksdb::WriteBufferManager>(options.all_write_buffers_bytes);
  engine.wal_bytes_per_sync = kSyncStepBytes;  // whenever a sync comes it has not much to do
  engine.bytes_per_sync = kSyncStepBytes;
  engine.max_open_files = options.open_files_max;
  engine.max_background_jobs = options.jobs_max;
  engine.max_manifest_file_size = kManifestBytesMax;
  if (options.is_read_only) {
    engine.info_log = std::make_shared<NoLog>();
  } else {
    engine.info_log = std::make_shared<EngineLog>(options.dir, options.info_log_bytes_max);
  }
  engine.stats_dump_period_sec = 0;
  engine.stats_persist_period_sec = 0;
  engine.avoid_unnecessary_blocking_io = true;
  engine.allow_concurrent_memtable_write = false;  // which rocks/write_buffer.h does not take
  engine.statistics = rocksdb::CreateDBStatistics();
  engine.statistics->set_stats_level(rocksdb::StatsLevel::kExceptHistogramOrTimers);
  return engine;
}

std::vector<rocksdb::ColumnFamilyDescriptor> family_options(
    const RocksOptions& options, const Blocks& blocks, const std::shared_ptr<DeadRowJudge>& judge,
    const std::shared_ptr<rocksdb::WriteBufferManager>& buffer_total) {
  const auto buffers = std::make_shared<WriteBuffers>(buffer_total);
  std::vector<rocksdb::ColumnFamilyDescriptor> families;
  for (size_t i = 0; i < kRowKindCount; ++i) {
    const auto kind = static_cast<RowKind>(i);
    families.emplace_back(kFamilyNames[i], family_of(kind, options, blocks));
    families.back().options.memtable_factory = buffers;
    families.back().options.compaction_filter_factory = dead_row_filters(kind, judge);
  }
  return families;
}

}  // namespace keemun::rocks
