// The engine's figures under our names.
#pragma once

#include <rocksdb/db.h>

#include <vector>

#include "rocks/log_files.h"
#include "rocks/rocks_store.h"

namespace keemun::rocks {

uint64_t estimated_rows(rocksdb::DB& engine, rocksdb::ColumnFamilyHandle* family);

std::vector<Statistic> engine_statistics(rocksdb::DB& engine,
                                         const std::vector<rocksdb::ColumnFamilyHandle*>& families,
                                         const LogFiles& logs);

}  // namespace keemun::rocks
