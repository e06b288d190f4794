// A disk that fills up under the embedded store. It needs a disk of its own, so it is built only
// where one can be mounted.
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <random>
#include <thread>

#include "rocks/log_files.h"
#include "rocks/rocks_store.h"
#include "rocks/synced_lengths.h"
#include "support/small_disk.h"
#include "support/temporary_directory.h"

namespace keemun {
namespace {

namespace fs = std::filesystem;

ports::WriteBatch put(Bytes key, Bytes value) {
  ports::WriteBatch batch;
  batch.writes.push_back({std::move(key), std::move(value), false});
  return batch;
}

ports::WriteBatch erasure(Bytes key) {
  ports::WriteBatch batch;
  batch.writes.push_back({std::move(key), {}, true});
  return batch;
}

class RocksFullDisk : public testing::Test {
 protected:
  // A disk of that kind, for a store on it.
  bool mounts(const char* how = "size=32m") {
    disk_.emplace(directory_ / "disk", how);
    options_.dir = directory_ / "disk/store";
    return disk_->is_there();
  }

  const TemporaryDirectory directory_;
  std::optional<SmallDisk> disk_;
  rocks::RocksOptions options_;  // whose limits are those of a large disk
};

TEST_F(RocksFullDisk, StopsCommitsOnlyAndOnlyAsLongAsItIsFull) {
  ASSERT_TRUE(mounts());
  options_.wal_sync = rocks::WalSync::kAlways;
  options_.write_buffer_bytes = 64 << 10;
  options_.block_cache_bytes = 1 << 20;
  options_.disk_free_bytes_min = 4 << 20;
  rocks::RocksStore store(options_);
  store.commit(put("m#first", "1"));
  disk_->fill(3 << 20);
  std::vector<Bytes> taken;
  std::optional<ports::StoreError> refused;
  for (int i = 0; i < 10'000 && !refused; ++i) {
    const Bytes key = "m#" + std::to_string(i);
    try {
      store.commit(put(key, Bytes(1000, 'v')));
      taken.push_back(key);
    } catch (const ports::StoreError& error) {
      refused = error;
    }
  }
  ASSERT_TRUE(refused);
  EXPECT_EQ(refused->kind(), ports::StoreError::Kind::kFull) << refused->text();
  EXPECT_NE(refused->text().find("no space"), Bytes::npos) << refused->text();
  EXPECT_EQ(store.get("m#first"), "1");
  EXPECT_THROW(store.commit(put("m#more", "1")), ports::StoreError);
  for (const Bytes& key : taken) ASSERT_EQ(store.get(key), Bytes(1000, 'v'));
  store.commit(erasure("m#first"));  // what makes room is taken

  disk_->give_back();
  store.commit(put("m#later", "2"));
  EXPECT_EQ(store.scan({"m#", "m$", taken.size() + 10, false, ports::Values::kNone}).rows.size(),
            taken.size() + 1);
}

// Why the commit is not taken, or nothing; no other reason than a full disk may be given.
Bytes refusal(rocks::RocksStore& store, const ports::WriteBatch& batch) {
  try {
    store.commit(batch);
    return {};
  } catch (const ports::StoreError& error) {
    EXPECT_EQ(error.kind(), ports::StoreError::Kind::kFull) << error.text();
    return error.text();
  }
}

bool takes(rocks::RocksStore& store, const ports::WriteBatch& batch) {
  return refusal(store, batch).empty();
}

// The engine gives space back when it has compacted, on threads of its own: asked again and again,
// it takes the commit some day.
testing::AssertionResult takes_at_last(rocks::RocksStore& store, const ports::WriteBatch& batch) {
  constexpr int kTries = 6000;
  Bytes why;
  for (int i = 0; i < kTries; ++i) {
    why = refusal(store, batch);
    if (why.empty()) return testing::AssertionSuccess();
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return testing::AssertionFailure() << why;
}

// Each of a kilobyte that no compression makes smaller.
class Values {
 public:
  Bytes next() {
    Bytes bytes(1000, '\0');
    for (char& byte : bytes) byte = static_cast<char>(random_());
    return bytes;
  }

 private:
  std::mt19937_64 random_{1};
};

TEST_F(RocksFullDisk, ThatIsSmallIsUsedAndGivesBackWhatIsErased) {
  ASSERT_TRUE(mounts());
  rocks::RocksStore store(options_);
  Values values;
  int count = 0;
  while (takes(store, put("m#" + std::to_string(count), values.next()))) ++count;
  EXPECT_GT(count, 10'000);  // a third of the disk
  for (int i = 0; i < count; ++i) {
    ASSERT_TRUE(takes_at_last(store, erasure("m#" + std::to_string(i)))) << i;
  }
  for (int i = 0; i < count / 2; ++i) {
    ASSERT_TRUE(takes_at_last(store, put("m#again" + std::to_string(i), values.next()))) << i;
  }
}

TEST_F(RocksFullDisk, WithoutFilesLeftIsAsOneWithoutBytes) {
  ASSERT_TRUE(mounts("size=100m,nr_inodes=100"));
  Values values;
  int count = 0;
  {
    rocks::RocksStore store(options_);
    while (takes(store, put("m#" + std::to_string(count), values.next()))) ++count;
  }
  EXPECT_GT(count, 0);
  rocks::RocksStore store(options_);  // a start makes files too
  for (int i = 0; i < count; ++i) ASSERT_TRUE(store.get("m#" + std::to_string(i))) << i;
  for (int i = 0; i < count; ++i) {
    ASSERT_TRUE(takes_at_last(store, erasure("m#" + std::to_string(i)))) << i;
  }
  EXPECT_TRUE(takes_at_last(store, put("m#again", values.next())));
}

// With fewer a compaction could not end, and nothing would ever make room.
TEST_F(RocksFullDisk, KeepsFilesForACompactionHoweverFewThereAre) {
  ASSERT_TRUE(mounts("size=100m,nr_inodes=40"));
  rocks::RocksStore store(options_);
  const Bytes why = refusal(store, put("m#key", "1"));
  EXPECT_NE(why.find("32 are kept free"), Bytes::npos) << why;
}

// The engine alone would take no write any more.
TEST_F(RocksFullDisk, WithoutAFileLeftForItsNextLogGoesOnWhenThereIsOne) {
  ASSERT_TRUE(mounts("size=32m,nr_inodes=200"));
  rocks::RocksStore store(options_);
  for (const Bytes key : {"m#first", "m#second"}) {
    ASSERT_TRUE(takes_at_last(store, put(key, "1")));
    // The flush that ends a want of files has made the next spare before writes are taken, or will
    // when it begins.
    for (int i = 0; i < 6000 && !fs::exists(options_.dir + "/keemun.spare"); ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    ASSERT_TRUE(fs::exists(options_.dir + "/keemun.spare"));
    disk_->take_all_files();
    store.begin_write_out();
    EXPECT_FALSE(takes(store, put("m#more", "1")));
    disk_->give_back();
  }
  EXPECT_TRUE(takes_at_last(store, put("m#later", "2")));
  EXPECT_EQ(store.get("m#second"), "1");
}

// Where files are free again between the one and the other, the table would be there without the
// spare, and with it the next log that nothing is kept for.
TEST_F(RocksFullDisk, HasNoTableWithoutASpare) {
  class FreedMeanwhile final : public rocksdb::FileSystemWrapper {
   public:
    explicit FreedMeanwhile(SmallDisk& disk)
        : FileSystemWrapper(rocksdb::FileSystem::Default()), disk_(disk) {}
    const char* Name() const override { return "FreedMeanwhile"; }
    rocksdb::IOStatus NewWritableFile(const std::string& path, const rocksdb::FileOptions& options,
                                      std::unique_ptr<rocksdb::FSWritableFile>* made,
                                      rocksdb::IODebugContext* debug) override {
      disk_.give_back();
      return target()->NewWritableFile(path, options, made, debug);
    }

   private:
    SmallDisk& disk_;
  };

  ASSERT_TRUE(mounts("size=1m,nr_inodes=20"));
  const Bytes dir = directory_ / "disk";
  rocks::LogFiles files(dir, std::make_shared<rocks::SyncedLengths>(dir),
                        std::make_shared<FreedMeanwhile>(*disk_));
  std::unique_ptr<rocksdb::FSWritableFile> table;
  const auto begins_table = [&] {
    return files.NewWritableFile(dir + "/000001.sst", {}, &table, nullptr);
  };
  disk_->take_all_files();
  EXPECT_TRUE(begins_table().IsNoSpace());
  EXPECT_FALSE(fs::exists(dir + "/000001.sst"));
  disk_->give_back();
  EXPECT_TRUE(begins_table().ok());
  EXPECT_TRUE(fs::exists(dir + "/keemun.spare"));
}

// It would be a copy of the whole store, on a disk whose space nobody has looked at.
TEST_F(RocksFullDisk, HasNoCheckpointOnAnother) {
  ASSERT_TRUE(mounts());
  rocks::RocksStore store(options_);
  store.commit(put("m#first", "1"));
  EXPECT_THROW(store.checkpoint(directory_ / "copy"), ports::StoreError);
  EXPECT_FALSE(fs::exists(directory_ / "copy"));
  store.checkpoint(directory_ / "disk/copy");
  EXPECT_TRUE(fs::exists(directory_ / "disk/copy"));
}

// Where a log begins with a write that does not fit, the engine says that it has recovered, on the
// same log; and asked to write to that, it ended the process.
TEST_F(RocksFullDisk, MetByTheFirstWriteOfAllEndsWritesAndNotTheProcess) {
  ASSERT_TRUE(mounts());
  options_.disk_free_bytes_min = 0;
  {
    rocks::RocksStore store(options_);
    store.commit(put("m#first", "1"));
  }
  {
    rocks::RocksStore store(options_);
    disk_->fill(0);
    // More than there is room for when the engine has deleted what it has left to delete.
    ASSERT_FALSE(takes(store, put("m#more", Bytes(1 << 20, 'v'))));
    disk_->give_back();
    // As long as it has not recovered it refuses by itself.
    constexpr BytesView kRecovered = "nothing is written until there is another log";
    Bytes said = refusal(store, put("m#more", "2"));
    for (int tries = 6000; tries > 0 && !said.starts_with(kRecovered); --tries) {
      ASSERT_NE(said, "");
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
      said = refusal(store, put("m#more", "2"));
    }
    EXPECT_EQ(said.substr(0, kRecovered.size()), kRecovered);
    EXPECT_EQ(store.get("m#first"), "1");
  }
  rocks::RocksStore store(options_);
  EXPECT_EQ(store.get("m#more"), std::nullopt);
  EXPECT_TRUE(takes(store, put("m#more", "2")));
}

}  // namespace
}  // namespace keemun
