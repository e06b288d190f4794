// The files that RocksDB keeps rows in, opened so that a read can be told not to wait for the disk.
//
// The engine itself only knows whether a block is in its own cache; most of what is not there is in
// the memory of the system, which answers in microseconds. So it is the system that is asked.
#pragma once

#include <rocksdb/env.h>
#include <rocksdb/options.h>

#include <memory>

namespace keemun::rocks {

// With these, a read of the engine takes from files what the system has in memory. One that would
// need more fails as timed out, and has changed nothing. Where the file system cannot tell (tmpfs,
// some that lie over others), reads wait as always.
rocksdb::ReadOptions options_without_disk();

// For the options of an engine, which it outlives.
std::unique_ptr<rocksdb::Env> env_of_table_files();

}  // namespace keemun::rocks
