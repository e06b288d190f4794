// Reads that may not wait for the disk. What the system has in memory is pretended here: this
// program's own preadv2 stands before that of the system.
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <map>
#include <random>
#include <thread>
#include <vector>

#include "rocks/rocks_store.h"
#include "support/temporary_directory.h"

namespace {
int without_disk_errno = 0;  // what a read that may not wait for the disk ends with; 0: it does not
bool ends_too_early = false;  // it finds nothing where there is something
int of_how_many = 1;          // such reads one ends so
std::atomic<int> count_of_reads = 0;
int disk_errno = 0;         // what every other read ends with
int of_how_many_waits = 1;  // such reads one ends so, or is damaged
bool disk_damages = false;
std::atomic<int> count_of_waits = 0;
}  // namespace

extern "C" ssize_t preadv2(int file, const iovec* parts, int count, off_t offset, int flags) {
  const bool may_fail = (flags & RWF_NOWAIT) != 0 && without_disk_errno != 0;
  if (may_fail && ++count_of_reads % of_how_many == 0) {
    errno = without_disk_errno;
    return -1;
  }
  if ((flags & RWF_NOWAIT) != 0 && ends_too_early) return 0;
  return preadv(file, parts, count, offset);
}

extern "C" ssize_t pread(int file, void* place, size_t size, off_t offset) {
  const bool fails = (disk_errno != 0 || disk_damages) && ++count_of_waits % of_how_many_waits == 0;
  if (fails && disk_errno != 0) {
    errno = disk_errno;
    return -1;
  }
  const iovec part = {place, size};
  const ssize_t count = preadv(file, &part, 1, offset);
  if (fails && count > 0) static_cast<char*>(place)[count / 2] ^= 1;
  return count;
}

namespace keemun {
namespace {

class TableFiles : public testing::Test {
 protected:
  static constexpr int kRows = 1000;

  void SetUp() override {
    without_disk_errno = 0;
    ends_too_early = false;
    of_how_many = 1;
    options_.dir = directory_ / "store";
    ports::WriteBatch batch;
    for (int i = 0; i < kRows; ++i) batch.writes.push_back({key(i), Bytes(100, 'v'), false});
    rocks::RocksStore(options_).commit(batch);
    store_.emplace(options_);  // which writes what it finds in the log into files
    without_disk_errno = EAGAIN;
  }
  static Bytes key(int i) { return "m#k" + std::to_string(1000 + i); }
  static ports::ScanRequest page() { return {.begin = "m#k1", .end = "m#k2", .rows_max = 10}; }

  TemporaryDirectory directory_;
  rocks::RocksOptions options_;
  std::optional<rocks::RocksStore> store_;
};

TEST_F(TableFiles, AreNotWaitedForByReadsFromMemory) {
  const std::vector<Bytes> keys = {key(500), key(999)};
  EXPECT_FALSE(store_->get_from_memory(key(500)));
  EXPECT_FALSE(store_->multi_get_from_memory(keys));
  EXPECT_FALSE(store_->scan_from_memory(page()));
  ports::ScanRequest backwards = page();
  backwards.is_reverse = true;
  EXPECT_FALSE(store_->scan_from_memory(backwards));
}

TEST_F(TableFiles, AreReadOnWhereTheSystemSaysTheirEndTooEarly) {
  without_disk_errno = 0;
  ends_too_early = true;
  EXPECT_EQ(store_->get_from_memory(key(500)), std::optional(Bytes(100, 'v')));
  EXPECT_TRUE(store_->scan_from_memory(page()));
}

TEST_F(TableFiles, AreInMemoryOnceTheyHaveBeenRead) {
  const std::vector<Bytes> keys = {key(500), key(999)};
  const auto values = store_->multi_get(keys);
  EXPECT_EQ(store_->multi_get_from_memory(keys), values);
  EXPECT_EQ(store_->get_from_memory(key(500)), std::optional(Bytes(100, 'v')));
  const ports::ScanPage read = store_->scan(page());
  ASSERT_TRUE(store_->scan_from_memory(page()));
  EXPECT_EQ(store_->scan_from_memory(page())->rows, read.rows);
  EXPECT_TRUE(read.has_more);
}

TEST_F(TableFiles, HaveNothingToSayOfRowsThatAreNewer) {
  ports::WriteBatch batch;
  batch.writes.push_back({key(500), "new", false});
  batch.writes.push_back({key(501), "", true});
  store_->commit(batch);
  EXPECT_EQ(store_->get_from_memory(key(500)), std::optional(Bytes("new")));
  EXPECT_EQ(store_->get_from_memory(key(501)), std::optional<std::optional<Bytes>>(std::in_place));
}

TEST_F(TableFiles, AreReadAllTheSameWhereTheSystemCannotTell) {
  for (const int error : {EOPNOTSUPP, ENOSYS, EINVAL}) {
    without_disk_errno = error;
    EXPECT_EQ(store_->get_from_memory(key(500)), std::optional(Bytes(100, 'v')));
  }
}

TEST_F(TableFiles, ThatFailSaySo) {
  without_disk_errno = EOPNOTSUPP;
  disk_errno = EIO;
  EXPECT_THROW(store_->get_from_memory(key(500)), ports::StoreError);
  EXPECT_THROW(store_->get(key(500)), ports::StoreError);
  disk_errno = 0;
  EXPECT_EQ(store_->get_from_memory(key(500)), std::optional(Bytes(100, 'v')));
}

// Rows in files of many levels, some erased, by ranges too; and some of what is read is in memory,
// some is not.
class TableFilesOfManyLevels : public TableFiles {
 protected:
  static constexpr int kKeys = 5000;

  void SetUp() override {
    without_disk_errno = 0;
    ends_too_early = false;
    options_.dir = directory_ / "store";
    options_.write_buffer_bytes = 16 << 10;
    options_.block_cache_bytes = 0;
    options_.open_files_max = 16;  // fewer than there are: some are opened by who reads
    store_.emplace(options_);
    for (int i = 0; i < 3000; ++i) {
      if (i % 20 == 0) erase_range(static_cast<int>(random_() % kKeys));
      ports::WriteBatch batch;
      for (int k = 0; k < 8; ++k) batch.writes.push_back(any_write());
      store_->commit(batch);
    }
  }
  Bytes any_key() { return key(static_cast<int>(random_() % kKeys)); }
  ports::WriteBatch::Write any_write() {
    Bytes row = any_key();
    if (random_() % 4 == 0) {
      rows_.erase(row);
      return {std::move(row), "", true};
    }
    Bytes value = row + Bytes(random_() % 100, 'v') + std::to_string(random_() % 1000);
    rows_[row] = value;
    return {std::move(row), std::move(value), false};
  }
  void erase_range(int first) {
    const Bytes begin = key(first);
    const Bytes end = key(first + 40);
    rows_.erase(rows_.lower_bound(begin), rows_.lower_bound(end));
    ports::WriteBatch batch;
    batch.range_erases.push_back({begin, end});
    store_->commit(batch);
  }
  std::optional<Bytes> truth(const Bytes& row) const {
    const auto found = rows_.find(row);
    return found == rows_.end() ? std::nullopt : std::optional(found->second);
  }

  // Reads of every kind, which are told the truth or nothing. How many were told it.
  int read_somewhat(std::mt19937& random, bool backwards) {
    int answers = 0;
    const auto some_key = [&] { return key(static_cast<int>(random() % kKeys)); };
    const Bytes begin = some_key();
    const Bytes end = some_key();
    const ports::ScanRequest request = {
        .begin = begin, .end = end, .rows_max = 1 + random() % 200, .is_reverse = backwards};
    if (const auto page = store_->scan_from_memory(request)) {
      ++answers;
      EXPECT_EQ(page->rows, store_->scan(request).rows);
      EXPECT_EQ(page->has_more, store_->scan(request).has_more);
    }
    const std::vector<Bytes> keys = {some_key(), some_key(), some_key(), some_key()};
    if (const auto values = store_->multi_get_from_memory(keys)) {
      ++answers;
      for (size_t k = 0; k < keys.size(); ++k) EXPECT_EQ((*values)[k], truth(keys[k]));
    }
    if (const auto value = store_->get_from_memory(begin)) {
      ++answers;
      EXPECT_EQ(*value, truth(begin));
    }
    return answers;
  }

  std::map<Bytes, Bytes> rows_;
  std::mt19937 random_{1};
};

TEST_F(TableFilesOfManyLevels, AnswerTheTruthOrNothing) {
  without_disk_errno = EAGAIN;
  int answers = 0;
  int reads = 0;
  for (of_how_many = 2; of_how_many < 40; ++of_how_many) {
    for (int i = 0; i < 300; ++i, ++reads) answers += read_somewhat(random_, i % 2 == 0);
  }
  EXPECT_GT(answers, reads / 2);
  EXPECT_LT(answers, 3 * reads);
}

// Where a disk fails now and then, or gives back something else: whoever reads is told, or answered
// the truth.
class FailingTableFiles : public TableFilesOfManyLevels {
 protected:
  // Files that follow one another in one level, and ranges that are erased in them.
  void SetUp() override {
    without_disk_errno = 0;
    ends_too_early = false;
    options_.dir = directory_ / "store";
    options_.write_buffer_bytes = 64 << 10;
    options_.block_cache_bytes = 0;
    options_.open_files_max = 16;
    store_.emplace(options_);
    constexpr int kParts = 8;  // which lie across one another, so that they are merged and cut anew
    for (int part = 0; part < kParts; ++part) {
      ports::WriteBatch batch;
      for (int i = part; i < kKeys; i += kParts) {
        Bytes value;
        for (int k = 0; k < 800; ++k) value += static_cast<char>(random_());
        rows_[key(i)] = value;
        batch.writes.push_back({key(i), std::move(value), false});
      }
      store_->commit(batch);
    }
    store_->compact();
    for (int i = 0; i < 20; ++i) erase_range(static_cast<int>(random_() % kKeys));
    store_.reset();
    store_.emplace(options_);  // most of its tables are opened by who reads
  }
  void TearDown() override {
    disk_errno = 0;
    disk_damages = false;
  }
  std::vector<ports::Row> true_rows(const ports::ScanRequest& request) const {
    std::vector<ports::Row> rows;
    const auto begin = rows_.lower_bound(Bytes(request.begin));
    const auto end = rows_.lower_bound(Bytes(request.end));
    for (auto at = begin; at != end; ++at) rows.push_back({at->first, at->second});
    if (request.is_reverse) std::reverse(rows.begin(), rows.end());
    if (rows.size() > request.rows_max) rows.resize(request.rows_max);
    return rows;
  }
  // Of so many scans how many were told of an error.
  int scan_somewhat(int scans) {
    int errors = 0;
    for (int i = 0; i < scans; ++i) {
      const Bytes begin = any_key();
      const Bytes end = any_key();
      if (begin >= end) continue;
      const ports::ScanRequest request = {
          .begin = begin, .end = end, .rows_max = 1 + random_() % 5000, .is_reverse = i % 2 == 0};
      try {
        EXPECT_EQ(store_->scan(request).rows, true_rows(request));
      } catch (const ports::StoreError&) {
        ++errors;
      }
      try {
        if (const auto page = store_->scan_from_memory(request)) {
          EXPECT_EQ(page->rows, true_rows(request));
        }
      } catch (const ports::StoreError&) {
      }
    }
    return errors;
  }
};

TEST_F(FailingTableFiles, AreToldWhereverTheyAreMet) {
  for (of_how_many_waits = 2; of_how_many_waits < 200;
       of_how_many_waits += 1 + of_how_many_waits / 3) {
    disk_errno = EIO;
    EXPECT_GT(scan_somewhat(60), 0);
  }
  disk_errno = 0;
  EXPECT_EQ(scan_somewhat(60), 0);
}

TEST_F(FailingTableFiles, AreToldWhereTheyAreDamaged) {
  disk_damages = true;
  for (of_how_many_waits = 2; of_how_many_waits < 200;
       of_how_many_waits += 1 + of_how_many_waits / 3) {
    EXPECT_GT(scan_somewhat(60), 0);
  }
  disk_damages = false;
  EXPECT_EQ(scan_somewhat(60), 0);
}

TEST_F(FailingTableFiles, AreToldWhereTheyCannotBeOpened) {
  options_.is_read_only = true;  // no compaction opens them before the reads do
  store_.reset();
  store_.emplace(options_);
  rlimit before;
  ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &before), 0);
  const rlimit none = {0, before.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &none), 0);
  EXPECT_GT(scan_somewhat(60), 0);
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &before), 0);
  EXPECT_EQ(scan_somewhat(60), 0);
}

// What one is refused, or opens on its way, is not mistaken by the others.
TEST_F(TableFilesOfManyLevels, AnswerSeveralThreads) {
  without_disk_errno = EAGAIN;
  of_how_many = 5;
  constexpr int kReads = 2000;
  std::atomic<int> answers = 0;
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < 3; ++i) {
    threads.emplace_back([&, i] {
      std::mt19937 random(i);
      for (int k = 0; k < kReads; ++k) answers += read_somewhat(random, k % 2 == 0);
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_GT(answers, kReads);
  EXPECT_LT(answers, 3 * 3 * kReads);
}

}  // namespace
}  // namespace keemun
