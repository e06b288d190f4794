// What of a log is on the disk, and when: before the next one takes writes, and when a sync says
// so.
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <thread>

#include "rocks/engine_log.h"
#include "rocks/log_files.h"
#include "rocks/rocks_store.h"
#include "rocks/synced_lengths.h"
#include "support/temporary_directory.h"

namespace {

// What the thread that commits has synced. The engine's own threads wait, as on a slow disk.
struct Synced {
  std::mutex lock;
  std::condition_variable changed;
  std::map<ino_t, off_t> sizes;
  bool others_wait = false;
  bool fails = false;
};
Synced synced;
thread_local bool is_committing = false;
bool writes_fail = false;  // of who commits

int sync_noted(int file, long call) {
  std::unique_lock lock(synced.lock);
  if (!is_committing) synced.changed.wait(lock, [] { return !synced.others_wait; });
  lock.unlock();
  if (synced.fails) {
    errno = EIO;
    return -1;
  }
  struct stat now = {};
  if (::fstat(file, &now) != 0 || ::syscall(call, file) != 0) return -1;
  lock.lock();
  if (is_committing) synced.sizes[now.st_ino] = now.st_size;
  return 0;
}

void set_others_wait(bool others_wait) {
  const std::lock_guard lock(synced.lock);
  synced.others_wait = others_wait;
  synced.changed.notify_all();
}

// While it lives.
struct OthersWait {
  OthersWait() { set_others_wait(true); }
  ~OthersWait() { set_others_wait(false); }
};

}  // namespace

// In the place of the system's, for the engine too.
extern "C" int fdatasync(int file) {
  return sync_noted(file, SYS_fdatasync);
}

extern "C" int fsync(int file) {
  return sync_noted(file, SYS_fsync);
}

extern "C" ssize_t write(int file, const void* bytes, size_t size) {
  if (is_committing && writes_fail) {
    errno = EIO;
    return -1;
  }
  return ::syscall(SYS_write, file, bytes, size);
}

namespace keemun {
namespace {

namespace fs = std::filesystem;

std::set<Bytes> logs_in(const Bytes& dir) {
  std::set<Bytes> logs;
  for (const auto& entry : fs::directory_iterator(dir)) {
    if (entry.path().extension() == ".log") logs.insert(entry.path());
  }
  return logs;
}

TEST(LogFiles, AreCountedByTheStatistics) {
  TemporaryDirectory directory;
  rocks::RocksOptions options;
  options.dir = directory / "store";
  rocks::RocksStore store(options);
  ports::WriteBatch batch;
  batch.writes.push_back({"m#key", Bytes(1000, 'x'), false});
  store.commit(batch);
  uint64_t bytes = 0;
  for (const Bytes& log : logs_in(options.dir)) bytes += fs::file_size(log);
  EXPECT_GT(bytes, 1000u);
  std::map<Bytes, uint64_t> told;
  for (const rocks::Statistic& one : store.statistics()) told[one.name] = one.value;
  EXPECT_EQ(told["wal_bytes"], bytes);
}

TEST(LogFiles, AreOnTheDiskBeforeTheNextOneTakesWrites) {
  TemporaryDirectory directory;
  rocks::RocksOptions options;
  options.dir = directory / "store";
  options.wal_sync = rocks::WalSync::kNever;
  options.write_buffer_bytes = size_t{256} << 10;
  rocks::RocksStore store(options);
  const OthersWait others_wait;
  is_committing = true;
  std::set<Bytes> logs;
  for (int i = 0; logs.size() < 2; ++i) {
    ports::WriteBatch batch;
    batch.writes.push_back({"m#" + std::to_string(i), Bytes(1000, 'x'), false});
    store.commit(batch);
    logs = logs_in(options.dir);
  }
  is_committing = false;
  struct stat older = {};
  ASSERT_EQ(::stat(logs.begin()->c_str(), &older), 0);
  EXPECT_GT(older.st_size, 0);
  {
    const std::lock_guard lock(synced.lock);
    EXPECT_EQ(synced.sizes[older.st_ino], older.st_size);
  }
}

ports::WriteBatch put(Bytes key) {
  ports::WriteBatch batch;
  batch.writes.push_back({std::move(key), "v", false});
  return batch;
}

ino_t inode_of(const Bytes& path) {
  struct stat found = {};
  return ::stat(path.c_str(), &found) == 0 ? found.st_ino : 0;
}

std::optional<ports::StoreError> error_of(const std::function<void()>& call) {
  try {
    call();
  } catch (const ports::StoreError& error) {
    return error;
  }
  return std::nullopt;
}

// While it lives the process may open nothing.
class NoDescriptors {
 public:
  NoDescriptors() {
    ::getrlimit(RLIMIT_NOFILE, &before_);
    const struct rlimit none = {0, before_.rlim_max};
    ::setrlimit(RLIMIT_NOFILE, &none);
  }
  NoDescriptors(const NoDescriptors&) = delete;
  NoDescriptors& operator=(const NoDescriptors&) = delete;
  ~NoDescriptors() { ::setrlimit(RLIMIT_NOFILE, &before_); }

 private:
  struct rlimit before_ = {};
};

// Neither a next log nor a table can be made; what was taken is there afterwards, and no more.
TEST(Logs, GoOnOnceThereAreDescriptorsAgain) {
  TemporaryDirectory directory;
  rocks::RocksOptions options;
  options.dir = directory / "store";
  options.write_buffer_bytes = size_t{256} << 10;
  std::set<Bytes> taken;
  const auto is_taken = [&](rocks::RocksStore& store, const Bytes& key) {
    ports::WriteBatch batch;
    batch.writes.push_back({key, Bytes(1000, 'x'), false});
    const auto refused = error_of([&] { store.commit(batch); });
    if (!refused) taken.insert(key);
    return !refused;
  };
  Bytes refused_key;
  {
    rocks::RocksStore store(options);
    {
      const NoDescriptors none_left;
      for (int i = 0; refused_key.empty(); ++i) {
        const Bytes key = "m#" + std::to_string(i);
        if (!is_taken(store, key)) refused_key = key;
      }
      EXPECT_FALSE(is_taken(store, "m#more"));
    }
    constexpr int kTries = 6000;
    for (int i = 0; i < kTries && !is_taken(store, "m#later"); ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    EXPECT_TRUE(taken.contains("m#later"));
    store.sync_now();
  }
  rocks::RocksStore store(options);
  for (const Bytes& key : taken) ASSERT_EQ(store.get(key), Bytes(1000, 'x')) << key;
  EXPECT_EQ(store.get(refused_key), std::nullopt);
  EXPECT_EQ(store.get("m#more"), std::nullopt);
}

// What the engine says of itself is no log of writes, and goes on, too.
TEST(EngineLog, GoesOnOnceThereAreDescriptorsAgain) {
  TemporaryDirectory directory;
  rocks::EngineLog log(directory.path(), 4096);
  const auto say = [&](const char* line) {
    rocksdb::Log(rocksdb::InfoLogLevel::INFO_LEVEL, &log, "%s", line);
  };
  {
    const NoDescriptors none_left;
    for (int i = 0; i < 200; ++i) say("a line of some bytes, until the file has as many as it may");
  }
  say("the last line");
  std::ifstream file(directory / "LOG");
  const Bytes said((std::istreambuf_iterator<char>(file)), {});
  EXPECT_NE(said.find("the last line"), Bytes::npos) << said;
}

class LogOfFailures : public testing::Test {
 protected:
  LogOfFailures() {
    synced.sizes.clear();
    is_committing = true;
  }
  ~LogOfFailures() override { is_committing = writes_fail = synced.fails = false; }
  static rocks::RocksOptions options_in(Bytes dir) {
    rocks::RocksOptions options;
    options.dir = std::move(dir);
    options.wal_sync = rocks::WalSync::kEverySecond;
    return options;
  }

  TemporaryDirectory directory_;
  const Bytes dir_ = directory_ / "store";
  rocks::RocksStore store_{options_in(dir_)};
};

TEST_F(LogOfFailures, IsOnTheDiskAsFarAsItWasWritten) {
  store_.commit(put("m#before"));
  struct stat log = {};
  ASSERT_EQ(::stat(logs_in(dir_).rbegin()->c_str(), &log), 0);
  writes_fail = true;
  EXPECT_TRUE(error_of([&] { store_.commit(put("m#fails")); }));
  EXPECT_TRUE(error_of([&] { store_.sync_now(); }));
  const std::lock_guard lock(synced.lock);
  EXPECT_GE(synced.sizes[log.st_ino], log.st_size);
  EXPECT_GT(log.st_size, 0);
}

// The system may have none left, for another process has them all.
TEST_F(LogOfFailures, IsSyncedWithoutAnotherDescriptor) {
  store_.commit(put("m#before"));
  std::optional<ports::StoreError> refused;
  {
    const NoDescriptors none_left;
    refused = error_of([&] { store_.sync_now(); });
  }
  EXPECT_FALSE(refused) << refused->text();
  struct stat log = {};
  ASSERT_EQ(::stat(logs_in(dir_).rbegin()->c_str(), &log), 0);
  const std::lock_guard lock(synced.lock);
  EXPECT_EQ(synced.sizes[log.st_ino], log.st_size);
  EXPECT_TRUE(synced.sizes.contains(inode_of(dir_)));
}

// The system may have forgotten what it could not write, and says of the next sync that it has
// succeeded.
TEST_F(LogOfFailures, TakesNothingMoreOnceASyncHasFailed) {
  store_.commit(put("m#before"));
  synced.fails = true;
  EXPECT_TRUE(error_of([&] { store_.sync_now(); }));
  synced.fails = false;
  const auto refused = error_of([&] { store_.commit(put("m#behind")); });
  ASSERT_TRUE(refused);
  EXPECT_EQ(refused->kind(), ports::StoreError::Kind::kUnavailable);
  EXPECT_TRUE(error_of([&] { store_.sync_now(); }));
  EXPECT_EQ(store_.get("m#before"), std::optional<Bytes>("v"));
}

// Without an engine.
class LogsAlone : public testing::Test {
 protected:
  LogsAlone() { is_committing = true; }
  ~LogsAlone() override { is_committing = synced.fails = false; }

  void begin(BytesView name) {
    lengths_->begin(name);
    ASSERT_TRUE(logs_.NewWritableFile(dir_ / name, {}, &file_, nullptr).ok());
  }
  // Which files that has synced.
  std::set<ino_t> synced_by(const std::function<void()>& call) {
    synced.sizes.clear();
    call();
    std::set<ino_t> files;
    for (const auto& [file, size] : synced.sizes) files.insert(file);
    return files;
  }

  const TemporaryDirectory dir_;
  const std::shared_ptr<rocks::SyncedLengths> lengths_ =
      std::make_shared<rocks::SyncedLengths>(dir_.path());
  rocks::LogFiles logs_{dir_.path(), lengths_, rocksdb::FileSystem::Default()};
  std::unique_ptr<rocksdb::FSWritableFile> file_;
};

TEST_F(LogsAlone, HaveTheirDirectorySyncedOnce) {
  const auto sync = [&] { EXPECT_TRUE(logs_.sync().ok()); };
  begin("000001.log");
  const ino_t first = inode_of(dir_ / "000001.log");
  const ino_t directory = inode_of(dir_.path());
  EXPECT_EQ(synced_by(sync), (std::set<ino_t>{first, directory}));
  EXPECT_EQ(synced_by(sync), (std::set<ino_t>{first}));
  EXPECT_TRUE(synced_by([&] { begin("000002.log"); }).contains(first));
  EXPECT_EQ(synced_by(sync), (std::set<ino_t>{inode_of(dir_ / "000002.log"), directory}));
}

// Whichever thread it was that the system has told.
TEST_F(LogsAlone, AreNeverSyncedOnceThatHasFailed) {
  begin("000001.log");
  lengths_->note_growth("000001.log", 100);
  synced.fails = true;
  EXPECT_FALSE(logs_.sync().ok());
  synced.fails = false;
  EXPECT_FALSE(logs_.sync().ok());
  EXPECT_EQ(lengths_->synced("000001.log"), 0u);
  EXPECT_FALSE(logs_.NewWritableFile(dir_ / "000002.log", {}, &file_, nullptr).ok());
}

// It is for a disk without a file left.
TEST_F(LogsAlone, HaveTablesBesideWhateverLiesInThePlaceOfTheSpare) {
  fs::create_directory(dir_ / "keemun.spare");
  std::unique_ptr<rocksdb::FSWritableFile> table;
  EXPECT_TRUE(logs_.NewWritableFile(dir_ / "000001.sst", {}, &table, nullptr).ok());
}

}  // namespace
}  // namespace keemun
