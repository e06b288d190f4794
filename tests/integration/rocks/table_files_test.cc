// Reads that may not wait for the disk. What the system has in memory is pretended here: this
// program's own preadv2 stands before that of the system.
#include <gtest/gtest.h>
#include <sys/uio.h>
#include <unistd.h>

#include <cerrno>
#include <vector>

#include "rocks/rocks_store.h"
#include "temporary_directory.h"

namespace {
int without_disk_errno = 0;  // what a read that may not wait for the disk ends with; 0: it does not
}

extern "C" ssize_t preadv2(int file, const iovec* parts, int count, off_t offset, int flags) {
  if ((flags & RWF_NOWAIT) != 0 && without_disk_errno != 0) {
    errno = without_disk_errno;
    return -1;
  }
  return preadv(file, parts, count, offset);
}

namespace keemun {
namespace {

class TableFiles : public testing::Test {
 protected:
  static constexpr int kRows = 1000;

  void SetUp() override {
    without_disk_errno = 0;
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
  without_disk_errno = EOPNOTSUPP;
  EXPECT_EQ(store_->get_from_memory(key(500)), std::optional(Bytes(100, 'v')));
}

TEST_F(TableFiles, ThatFailSaySo) {
  without_disk_errno = EIO;
  EXPECT_THROW(store_->get_from_memory(key(500)), ports::StoreError);
  EXPECT_THROW(store_->scan_from_memory(page()), ports::StoreError);
  without_disk_errno = 0;
  EXPECT_EQ(store_->get_from_memory(key(500)), std::optional(Bytes(100, 'v')));
}

}  // namespace
}  // namespace keemun
