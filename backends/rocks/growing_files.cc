#include "rocks/growing_files.h"

#include <utility>

namespace keemun::rocks {

namespace {

using rocksdb::IODebugContext;
using rocksdb::IOOptions;
using rocksdb::IOStatus;

class GrowingFile final : public rocksdb::FSWritableFileOwnerWrapper {
 public:
  GrowingFile(std::unique_ptr<rocksdb::FSWritableFile> file, BytesView name,
              std::shared_ptr<SyncedLengths> lengths)
      : FSWritableFileOwnerWrapper(std::move(file)), name_(name), lengths_(std::move(lengths)) {}

  // What is left of one that fails is cut off when the file is closed.
  IOStatus Append(const rocksdb::Slice& data, const IOOptions& options,
                  IODebugContext* debug) override {
    return grown(data, target()->Append(data, options, debug));
  }
  IOStatus Append(const rocksdb::Slice& data, const IOOptions& options,
                  const rocksdb::DataVerificationInfo& verification,
                  IODebugContext* debug) override {
    return grown(data, target()->Append(data, options, verification, debug));
  }

  IOStatus Sync(const IOOptions& options, IODebugContext* debug) override {
    return noted(target()->Sync(options, debug));
  }
  IOStatus Fsync(const IOOptions& options, IODebugContext* debug) override {
    return noted(target()->Fsync(options, debug));
  }

 private:
  IOStatus grown(const rocksdb::Slice& data, IOStatus status) {
    if (!status.ok()) return status;
    length_ += data.size();
    lengths_->has_grown(name_, length_);
    return status;
  }
  // Who syncs through the file is who writes it.
  IOStatus noted(IOStatus status) {
    if (status.ok()) lengths_->note(name_, length_);
    return status;
  }

  uint64_t length_ = 0;
  const Bytes name_;
  const std::shared_ptr<SyncedLengths> lengths_;
};

}  // namespace

GrowingFiles::GrowingFiles(const Bytes& dir, std::shared_ptr<SyncedLengths> lengths)
    : FileSystemWrapper(rocksdb::FileSystem::Default()),
      dir_(dir + "/"),
      lengths_(std::move(lengths)) {}

IOStatus GrowingFiles::NewWritableFile(const std::string& path, const rocksdb::FileOptions& options,
                                       std::unique_ptr<rocksdb::FSWritableFile>* made,
                                       IODebugContext* debug) {
  const BytesView name = name_of(path);
  const bool grows = is_log_name(name) || is_manifest_name(name);
  if (grows) lengths_->begin(name);
  IOStatus status = target()->NewWritableFile(path, options, made, debug);
  if (status.ok() && grows) {
    *made = std::make_unique<GrowingFile>(std::move(*made), name, lengths_);
  }
  return status;
}

IOStatus GrowingFiles::DeleteFile(const std::string& path, const IOOptions& options,
                                  IODebugContext* debug) {
  lengths_->forget(name_of(path));
  return target()->DeleteFile(path, options, debug);
}

BytesView GrowingFiles::name_of(const std::string& path) const {
  if (!path.starts_with(dir_)) return {};
  const BytesView name = BytesView(path).substr(dir_.size());
  return name.find('/') == BytesView::npos ? name : BytesView();
}

}  // namespace keemun::rocks
