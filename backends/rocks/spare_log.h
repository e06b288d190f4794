// On a disk that has room for no further file RocksDB cannot begin another log, and that is the one
// want of space that it does not recover from: it takes no write until it is opened again. So an
// empty file is kept beside its own, and becomes the log that could not be made.
#pragma once

#include <rocksdb/file_system.h>

#include <memory>

#include "base/bytes.h"

namespace keemun::rocks {

inline constexpr BytesView kSpareLogName = "keemun.spare";

// The files of the system, with one to spare in this directory, which is there.
std::shared_ptr<rocksdb::FileSystem> files_with_spare_log(const Bytes& dir);

}  // namespace keemun::rocks
