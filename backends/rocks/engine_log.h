// What RocksDB says about itself, in the file LOG of its directory: at most two files of a bounded
// size, LOG and the one before it, LOG.old.
//
// It is ours because a log must not be able to do harm. The engine's own one ends the process when
// it goes on after a line that did not fit on the disk, as the library is built for Debian; here
// such lines are left out. Any thread may write.
#pragma once

#include <rocksdb/env.h>

#include <cstdarg>
#include <cstddef>
#include <mutex>

#include "base/bytes.h"
#include "base/descriptor.h"

namespace keemun::rocks {

class EngineLog final : public rocksdb::Logger {
 public:
  EngineLog(const Bytes& dir, size_t file_bytes_max);

  using rocksdb::Logger::Logv;
  void Logv(const char* format, std::va_list arguments) override;

 private:
  void open();

  const Bytes path_;
  const size_t file_bytes_max_;
  std::mutex mutex_;
  Descriptor file_;  // none where it could not be opened
  size_t file_bytes_ = 0;
};

// For who may not write.
class NoLog final : public rocksdb::Logger {
 public:
  using rocksdb::Logger::Logv;
  void Logv(const char* /*format*/, std::va_list /*arguments*/) override {}
};

}  // namespace keemun::rocks
