// RocksOptions in RocksDB's words: the engine as a whole and each of its column families.
#pragma once

#include <rocksdb/cache.h>
#include <rocksdb/db.h>
#include <rocksdb/write_buffer_manager.h>

#include <memory>
#include <vector>

#include "rocks/block_witness.h"
#include "rocks/dead_row_filter.h"
#include "rocks/rocks_options.h"
#include "rocks/row_families.h"

namespace keemun::rocks {

rocksdb::DBOptions engine_options(const RocksOptions& options);

// Whether rows of the kind are read where others were erased: by who looks for any key, or from an
// end. Of a list's rows they are not: its meta knows where it begins.
bool is_read_past_erased(RowKind kind);

// What keeps blocks, and what sees them pass.
struct Blocks {
  std::shared_ptr<rocksdb::Cache> cache;
  std::shared_ptr<BlockWitness> witness;
};

// One a RowKind, in their order; all of them share what is given.
std::vector<rocksdb::ColumnFamilyDescriptor> family_options(
    const RocksOptions& options, const Blocks& blocks, const std::shared_ptr<DeadRowJudge>& judge,
    const std::shared_ptr<rocksdb::WriteBufferManager>& buffer_total);

}  // namespace keemun::rocks
