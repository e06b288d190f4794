#include "rocks/data_directory.h"

#include <fcntl.h>
#include <rocksdb/db.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

#include "ports/store_error.h"
#include "rocks/log_files.h"
#include "rocks/row_families.h"
#include "rocks/synced_lengths.h"

namespace keemun::rocks {

using ports::StoreError;
using Kind = StoreError::Kind;
namespace fs = std::filesystem;

namespace {

constexpr BytesView kLockName = "keemun.lock";

bool begins_with_any(BytesView name, std::initializer_list<BytesView> beginnings) {
  for (const BytesView beginning : beginnings) {
    if (name.starts_with(beginning)) return true;
  }
  return false;
}

// What the engine leaves when its very first start is cut short: nothing that holds a row.
bool is_of_a_first_start(BytesView name) {
  return name == kLockName || name == kSpareLogName || name == kSyncedLengthsName ||
         name.ends_with(".dbtmp") ||
         begins_with_any(name, {"LOCK", "LOG", "IDENTITY", "OPTIONS-", "MANIFEST-"});
}

bool may_hold_rows(BytesView name) {
  return name.ends_with(".sst") || name.ends_with(".log");
}

bool has_rows(const Bytes& path) {
  return std::any_of(fs::directory_iterator(path), fs::directory_iterator(),
                     [](const fs::directory_entry& entry) {
                       const Bytes name = entry.path().filename().string();
                       const bool is_table = name.ends_with(".sst") || name.ends_with(".ldb");
                       return is_table || (name.ends_with(".log") && entry.file_size() > 0);
                     });
}

// Of one that cannot be read the engine says why.
void refuse_foreign_engine(const Bytes& path) {
  if (fs::exists(path + "/" + Bytes(kLockName))) return;
  if (fs::exists(path + "/" + Bytes(kSyncedLengthsName))) return;
  std::vector<std::string> families;
  rocksdb::DBOptions options;
  if (!rocksdb::DB::ListColumnFamilies(options, path, &families).ok()) return;
  const bool is_ours = std::any_of(families.begin(), families.end(), [](const Bytes& family) {
    return family != kFamilyNames.front() &&
           std::count(kFamilyNames.begin(), kFamilyNames.end(), family) > 0;
  });
  // A first start that was cut short has made the first family alone.
  if (is_ours || (families.size() == 1 && !has_rows(path))) return;
  throw StoreError(Kind::kUnavailable,
                   path + " is not a store's directory: the RocksDB in it is another program's");
}

void refuse_foreign_files(const Bytes& path) {
  if (fs::exists(path + "/CURRENT")) return refuse_foreign_engine(path);
  for (const fs::directory_entry& entry : fs::directory_iterator(path)) {
    const Bytes name = entry.path().filename().string();
    if (may_hold_rows(name)) {
      throw StoreError(Kind::kCorrupt, path + " has " + name + " but no CURRENT that leads to it");
    }
    if (!is_of_a_first_start(name)) {
      throw StoreError(Kind::kUnavailable, path + " is not a store's directory: it has " + name);
    }
  }
}

Descriptor locked(const Bytes& path) {
  const Bytes file = path + "/" + Bytes(kLockName);
  Descriptor lock(::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644));
  if (lock && ::flock(lock.number(), LOCK_EX | LOCK_NB) == 0) return lock;
  throw StoreError(Kind::kUnavailable, lock && errno == EWOULDBLOCK
                                           ? path + " is in use by another process or store"
                                           : file + ": " + std::strerror(errno));
}

// No descriptor where there is no lock: nobody has served a checkpoint.
Descriptor locked_for_reading(const Bytes& path) {
  const Bytes file = path + "/" + Bytes(kLockName);
  Descriptor lock(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
  if (!lock && errno != ENOENT) {
    throw StoreError(Kind::kUnavailable, file + ": " + std::strerror(errno));
  }
  if (!lock || ::flock(lock.number(), LOCK_SH | LOCK_NB) == 0) return lock;
  throw StoreError(Kind::kUnavailable, path + " is in use by another process or store");
}

}  // namespace

void sync_above(const Bytes& dir) {
  std::error_code unknown;
  const fs::path above = fs::canonical(dir, unknown).parent_path();
  const Descriptor directory(::open(above.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (directory && ::fsync(directory.number()) == 0) return;
  if (errno == EINVAL) return;  // a file system that knows no such thing
  throw StoreError(Kind::kUnavailable, above.string() + ": " + std::strerror(errno));
}

DataDirectory::DataDirectory(const Bytes& path, bool is_read_only) {
  if (is_read_only) {
    std::error_code reason;
    if (!fs::exists(path + "/CURRENT", reason)) {
      throw StoreError(Kind::kUnavailable, reason ? path + ": " + reason.message()
                                                  : path + " is not a store's directory");
    }
    lock_ = locked_for_reading(path);
    return;
  }
  try {
    if (fs::create_directory(path)) sync_above(path);
    refuse_foreign_files(path);
  } catch (const fs::filesystem_error& error) {
    throw StoreError(Kind::kUnavailable,
                     path + " cannot be a store's directory: " + error.code().message());
  }
  lock_ = locked(path);
}

}  // namespace keemun::rocks
