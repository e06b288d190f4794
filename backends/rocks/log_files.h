// How RocksDB's write-ahead logs follow one another.
//
// A log is on the disk before the next one takes writes: else a loss of power could take the end of
// the one and leave the other, and what is found then is no prefix of what was written. RocksDB
// syncs it later, and reads the next one behind such a gap.
//
// On a disk that has room for no further file it cannot begin another log, and that is the one
// want of space that it does not recover from: it takes no write until it is opened again. So an
// empty file is kept beside its own, and becomes the log that could not be made.
#pragma once

#include <rocksdb/file_system.h>

#include <memory>

#include "base/bytes.h"

namespace keemun::rocks {

inline constexpr BytesView kSpareLogName = "keemun.spare";

// The files of the system, of which logs in this directory are made so. It is there.
std::shared_ptr<rocksdb::FileSystem> log_files(const Bytes& dir);

}  // namespace keemun::rocks
