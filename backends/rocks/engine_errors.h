// What RocksDB reports, as the StoreError that a port may throw.
#pragma once

#include <rocksdb/status.h>

#include "ports/store_error.h"

namespace keemun::rocks {

// For what cannot have changed a row: reads, opening, checkpoints. `status` is not ok.
ports::StoreError read_error(const rocksdb::Status& status);

// For a commit or a sync: an error of the disk leaves open whether the rows will be there after the
// next start.
ports::StoreError commit_error(const rocksdb::Status& status);

// Of the process, or of the whole system.
bool lacks_descriptors(const rocksdb::Status& status);

}  // namespace keemun::rocks
