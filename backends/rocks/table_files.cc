#include "rocks/table_files.h"

#include <fcntl.h>
#include <rocksdb/file_system.h>
#include <sys/uio.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <string>
#include <system_error>
#include <utility>

#include "base/descriptor.h"

namespace keemun::rocks {

namespace {

using rocksdb::IODebugContext;
using rocksdb::IOOptions;
using rocksdb::IOStatus;

IOStatus failure(const std::string& path) {
  const std::string text = std::generic_category().message(errno);
  return errno == ENOENT ? IOStatus::PathNotFound(path, text) : IOStatus::IOError(path, text);
}

}  // namespace

class TableFile final : public rocksdb::FSRandomAccessFile {
 public:
  // `reading` is the one on whose way it is opened, if it is: its number.
  TableFile(std::string path, Descriptor file, TableFiles& files, std::chrono::microseconds reading)
      : path_(std::move(path)), file_(std::move(file)), files_(files), opened_by_(reading) {}

  IOStatus Read(uint64_t offset, size_t size, const IOOptions& options, rocksdb::Slice* result,
                char* scratch, IODebugContext* /*debug*/) const override {
    const bool may_wait = !is_without_disk(options);
    size_t done = 0;
    while (done < size) {
      const ssize_t count = read_some(offset + done, size - done, scratch + done, may_wait);
      if (count == 0) break;  // the end of the file
      if (count > 0) {
        done += static_cast<size_t>(count);
      } else if (errno == EAGAIN) {
        ++files_.refusals_;
        return IOStatus::TimedOut(path_, "not in memory");
      } else if (errno != EINTR) {
        return failure(path_);
      }
    }
    *result = rocksdb::Slice(scratch, done);
    return IOStatus::OK();
  }

  IOStatus Prefetch(uint64_t offset, size_t size, const IOOptions& options,
                    IODebugContext* /*debug*/) override {
    if (is_without_disk(options)) return IOStatus::NotSupported("Prefetch");
    if (::readahead(file_.number(), static_cast<off_t>(offset), size) != 0) return failure(path_);
    return IOStatus::OK();
  }

  IOStatus InvalidateCache(size_t offset, size_t size) override {
    const int error = ::posix_fadvise(file_.number(), static_cast<off_t>(offset),
                                      static_cast<off_t>(size), POSIX_FADV_DONTNEED);
    if (error == 0) return IOStatus::OK();
    errno = error;
    return failure(path_);
  }

  void Hint(AccessPattern pattern) override {
    if (pattern == kRandom) ::posix_fadvise(file_.number(), 0, 0, POSIX_FADV_RANDOM);
    if (pattern == kSequential) ::posix_fadvise(file_.number(), 0, 0, POSIX_FADV_SEQUENTIAL);
  }

 private:
  // The engine hands the time that a read may take down to the file: in it stands its number.
  bool is_without_disk(const IOOptions& options) const {
    return options.timeout.count() != 0 && options.timeout != opened_by_;
  }

  ssize_t read_some(uint64_t offset, size_t size, char* place, bool may_wait) const {
    const auto from = static_cast<off_t>(offset);
    if (!may_wait) {
      const iovec part = {place, size};
      const ssize_t count = ::preadv2(file_.number(), &part, 1, from, RWF_NOWAIT);
      // Kernels 5.9 and 5.10 may say 0 before the end of a file: what follows asks once more.
      if (count > 0 || (count < 0 && (errno == EAGAIN || errno == EINTR))) return count;
    }
    return ::pread(file_.number(), place, size, from);
  }

  const std::string path_;
  const Descriptor file_;
  TableFiles& files_;
  const std::chrono::microseconds opened_by_;
};

namespace {

class TableFileSystem final : public rocksdb::FileSystemWrapper {
 public:
  TableFileSystem(std::shared_ptr<rocksdb::FileSystem> base, TableFiles& files)
      : FileSystemWrapper(std::move(base)), files_(files) {}

  const char* Name() const override { return "KeemunTableFiles"; }

  IOStatus NewRandomAccessFile(const std::string& path, const rocksdb::FileOptions& options,
                               std::unique_ptr<rocksdb::FSRandomAccessFile>* opened,
                               IODebugContext* /*debug*/) override {
    Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (!file) return failure(path);
    *opened =
        std::make_unique<TableFile>(path, std::move(file), files_, options.io_options.timeout);
    return IOStatus::OK();
  }

 private:
  TableFiles& files_;
};

}  // namespace

TableFiles::TableFiles(std::shared_ptr<rocksdb::FileSystem> base)
    : env_(rocksdb::NewCompositeEnv(std::make_shared<TableFileSystem>(std::move(base), *this))) {}

TableFiles::Reading::Reading(TableFiles& files) : files_(files), refusals_before_(files.refusals_) {
  options_.io_timeout = std::chrono::microseconds(++files.readings_);
}

}  // namespace keemun::rocks
