// How rows are read: by their keys, and page by page.
#pragma once

#include <rocksdb/options.h>

#include <optional>
#include <span>
#include <vector>

#include "base/bytes.h"
#include "ports/kv_store.h"
#include "rocks/engine.h"
#include "rocks/table_files.h"

namespace keemun::rocks {

// Each throws StoreError where the engine cannot read.
std::optional<Bytes> read_row(Engine& engine, BytesView key, const rocksdb::ReadOptions& how);
std::vector<std::optional<Bytes>> read_rows(Engine& engine, std::span<const Bytes> keys,
                                            const rocksdb::ReadOptions& how);
// `without_disk`: none where it may wait. A page of what was refused is worth nothing.
ports::ScanPage scan_rows(Engine& engine, const ports::ScanRequest& request,
                          const TableFiles::Reading* without_disk = nullptr);

}  // namespace keemun::rocks
