// A log is on the disk before the next one takes writes, whoever syncs logs at other times: here
// nobody does.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <condition_variable>
#include <filesystem>
#include <map>
#include <mutex>
#include <set>

#include "rocks/rocks_store.h"
#include "temporary_directory.h"

namespace {

// What the thread that commits has synced. The engine's own threads wait, as on a slow disk.
struct Synced {
  std::mutex lock;
  std::condition_variable changed;
  std::map<ino_t, off_t> sizes;
  bool others_wait = false;
};
Synced synced;
thread_local bool is_committing = false;

int sync_noted(int file, long call) {
  std::unique_lock lock(synced.lock);
  if (!is_committing) synced.changed.wait(lock, [] { return !synced.others_wait; });
  lock.unlock();
  struct stat now = {};
  if (::fstat(file, &now) != 0 || ::syscall(call, file) != 0) return -1;
  lock.lock();
  synced.sizes[now.st_ino] = now.st_size;
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

}  // namespace
}  // namespace keemun
