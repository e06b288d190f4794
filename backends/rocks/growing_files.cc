#include "rocks/growing_files.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "rocks/log_records.h"

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
    records_.append({data.data(), data.size()});
    lengths_->note_growth(name_, records_.bytes());
    return status;
  }
  // Who syncs through the file is who writes it.
  IOStatus noted(IOStatus status) {
    if (status.ok()) lengths_->note(name_, records_.bytes());
    return status;
  }

  WholeRecords records_;
  const Bytes name_;
  const std::shared_ptr<SyncedLengths> lengths_;
};

class CheckedFile final : public rocksdb::FSSequentialFileOwnerWrapper {
 public:
  CheckedFile(std::unique_ptr<rocksdb::FSSequentialFile> file, BytesView name, uint64_t synced,
              GrowingFiles& files)
      : FSSequentialFileOwnerWrapper(std::move(file)), name_(name), check_(synced), files_(files) {}

  IOStatus Read(size_t size, const IOOptions& options, rocksdb::Slice* result, char* scratch,
                IODebugContext* debug) override {
    size_t done = 0;
    while (done < size && !is_at_end_) {
      if (taken_ == block_.size()) {
        const IOStatus status = next_block(options, debug);
        if (!status.ok()) return status;
      }
      done += take(scratch + done, size - done);
    }
    *result = rocksdb::Slice(scratch, done);
    return IOStatus::OK();
  }

  IOStatus Skip(uint64_t size) override {
    Bytes skipped(kRecordBlockBytes, 0);
    rocksdb::Slice part;
    IOStatus status;
    for (uint64_t left = size; left > 0 && !is_at_end_ && status.ok(); left -= part.size()) {
      const size_t wanted = std::min<uint64_t>(left, skipped.size());
      status = Read(wanted, {}, &part, skipped.data(), nullptr);
    }
    return status;
  }

 private:
  IOStatus next_block(const IOOptions& options, IODebugContext* debug) {
    block_.resize(kRecordBlockBytes);
    taken_ = 0;
    size_t filled = 0;
    while (filled < block_.size()) {
      rocksdb::Slice part;
      char* const place = block_.data() + filled;
      IOStatus status = target()->Read(block_.size() - filled, options, &part, place, debug);
      if (!status.ok()) return status;
      if (part.empty()) break;
      if (part.data() != place) std::memmove(place, part.data(), part.size());
      filled += part.size();
    }
    block_.resize(filled);
    if (const auto damage = check_.look_at(block_)) {
      files_.note_damage(
          name_, "is damaged at byte " + std::to_string(damage->place) + ": " + damage->text);
    }
    return IOStatus::OK();
  }

  size_t take(char* place, size_t bytes_max) {
    const size_t taken = block_.copy(place, bytes_max, taken_);
    taken_ += taken;
    is_at_end_ = taken_ == block_.size() && block_.size() < kRecordBlockBytes;
    return taken;
  }

  const Bytes name_;
  RecordCheck check_;
  GrowingFiles& files_;
  Bytes block_;
  size_t taken_ = 0;
  bool is_at_end_ = false;
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
  if (grows(name)) lengths_->begin(name);
  IOStatus status = target()->NewWritableFile(path, options, made, debug);
  if (status.ok() && grows(name)) {
    *made = std::make_unique<GrowingFile>(std::move(*made), name, lengths_);
  }
  return status;
}

IOStatus GrowingFiles::NewSequentialFile(const std::string& path,
                                         const rocksdb::FileOptions& options,
                                         std::unique_ptr<rocksdb::FSSequentialFile>* opened,
                                         IODebugContext* debug) {
  const BytesView name = name_of(path);
  IOStatus status = target()->NewSequentialFile(path, options, opened, debug);
  if (!status.ok() || !is_opening_ || !grows(name)) return status;
  if (const Bytes foreign = foreign_file(name); !foreign.empty()) {
    note_damage(foreign,
                "is none of this store: " + Bytes(kSyncedLengthsName) + " does not name it");
    return IOStatus::Corruption(damage()->text);
  }
  *opened = std::make_unique<CheckedFile>(std::move(*opened), name, lengths_->synced(name), *this);
  return status;
}

Bytes GrowingFiles::foreign_file(BytesView name) const {
  if (is_log_name(name)) return lengths_->foreign_log_from(name);
  return lengths_->is_foreign(name) ? Bytes(name) : "";
}

std::optional<GrowingFiles::Damage> GrowingFiles::damage() const {
  const std::lock_guard lock(mutex_);
  return damage_;
}

void GrowingFiles::note_damage(const Bytes& file, const Bytes& what) {
  const std::lock_guard lock(mutex_);
  if (!damage_) damage_ = {file, file + " " + what};
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
