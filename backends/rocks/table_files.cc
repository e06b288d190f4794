#include "rocks/table_files.h"

#include <fcntl.h>
#include <rocksdb/file_system.h>
#include <sys/uio.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <string>
#include <system_error>

namespace keemun::rocks {

namespace {

using rocksdb::IOStatus;

// The engine hands the time that a read may take down to the file.
bool is_without_disk(const rocksdb::IOOptions& options) {
  return options.timeout.count() != 0;
}

IOStatus failure(const std::string& path) {
  return IOStatus::IOError(path, std::generic_category().message(errno));
}

class TableFile final : public rocksdb::FSRandomAccessFile {
 public:
  TableFile(std::string path, int file) : path_(std::move(path)), file_(file) {}
  TableFile(const TableFile&) = delete;
  TableFile& operator=(const TableFile&) = delete;
  ~TableFile() override { ::close(file_); }

  IOStatus Read(uint64_t offset, size_t size, const rocksdb::IOOptions& options,
                rocksdb::Slice* result, char* scratch,
                rocksdb::IODebugContext* /*debug*/) const override {
    size_t done = 0;
    while (done < size) {
      const ssize_t count = read_some(offset + done, size - done, scratch + done, options);
      if (count == 0) break;  // the end of the file
      if (count > 0) {
        done += static_cast<size_t>(count);
      } else if (errno == EAGAIN) {
        return IOStatus::TimedOut(path_, "not in memory");
      } else if (errno != EINTR) {
        return failure(path_);
      }
    }
    *result = rocksdb::Slice(scratch, done);
    return IOStatus::OK();
  }

  IOStatus Prefetch(uint64_t offset, size_t size, const rocksdb::IOOptions& options,
                    rocksdb::IODebugContext* /*debug*/) override {
    if (is_without_disk(options)) return IOStatus::NotSupported("Prefetch");
    if (::readahead(file_, static_cast<off_t>(offset), size) != 0) return failure(path_);
    return IOStatus::OK();
  }

  IOStatus InvalidateCache(size_t offset, size_t size) override {
    const int error = ::posix_fadvise(file_, static_cast<off_t>(offset), static_cast<off_t>(size),
                                      POSIX_FADV_DONTNEED);
    if (error == 0) return IOStatus::OK();
    errno = error;
    return failure(path_);
  }

  void Hint(AccessPattern pattern) override {
    if (pattern == kRandom) ::posix_fadvise(file_, 0, 0, POSIX_FADV_RANDOM);
    if (pattern == kSequential) ::posix_fadvise(file_, 0, 0, POSIX_FADV_SEQUENTIAL);
  }

 private:
  ssize_t read_some(uint64_t offset, size_t size, char* place,
                    const rocksdb::IOOptions& options) const {
    const auto from = static_cast<off_t>(offset);
    if (is_without_disk(options)) {
      const iovec part = {place, size};
      const ssize_t count = ::preadv2(file_, &part, 1, from, RWF_NOWAIT);
      if (count >= 0 || (errno != EOPNOTSUPP && errno != ENOSYS)) return count;
    }
    return ::pread(file_, place, size, from);
  }

  const std::string path_;
  const int file_;
};

class TableFileSystem final : public rocksdb::FileSystemWrapper {
 public:
  using FileSystemWrapper::FileSystemWrapper;

  const char* Name() const override { return "KeemunTableFiles"; }

  IOStatus NewRandomAccessFile(const std::string& path, const rocksdb::FileOptions& /*options*/,
                               std::unique_ptr<rocksdb::FSRandomAccessFile>* opened,
                               rocksdb::IODebugContext* /*debug*/) override {
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0) {
      return errno == ENOENT ? IOStatus::PathNotFound(path, std::strerror(errno)) : failure(path);
    }
    *opened = std::make_unique<TableFile>(path, file);
    return IOStatus::OK();
  }
};

}  // namespace

rocksdb::ReadOptions options_without_disk() {
  rocksdb::ReadOptions options;
  options.io_timeout = std::chrono::microseconds(1);
  return options;
}

std::unique_ptr<rocksdb::Env> env_of_table_files() {
  return rocksdb::NewCompositeEnv(
      std::make_shared<TableFileSystem>(rocksdb::FileSystem::Default()));
}

}  // namespace keemun::rocks
