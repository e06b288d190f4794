// What the embedded store does when the disk, or whoever starts it, is at fault.
#include <gtest/gtest.h>
#include <rocksdb/db.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <set>
#include <thread>

#include "rocks/data_directory.h"
#include "rocks/rocks_store.h"
#include "support/temporary_directory.h"

namespace keemun {
namespace {

namespace fs = std::filesystem;
using Kind = ports::StoreError::Kind;

rocks::RocksOptions options_for(Bytes dir) {
  rocks::RocksOptions options;
  options.dir = std::move(dir);
  options.wal_sync = rocks::WalSync::kAlways;
  options.write_buffer_bytes = 64 << 10;
  options.block_cache_bytes = 1 << 20;
  return options;
}

ports::WriteBatch put(Bytes key, Bytes value) {
  ports::WriteBatch batch;
  batch.writes.push_back({std::move(key), std::move(value), false});
  return batch;
}

// Why it does not open; none: it did.
std::optional<ports::StoreError> refusal(const rocks::RocksOptions& options) {
  try {
    const rocks::RocksStore store(options);
  } catch (const ports::StoreError& error) {
    return error;
  }
  return std::nullopt;
}

// Every file under a directory with what is in it.
std::map<Bytes, Bytes> files_in(const Bytes& dir) {
  std::map<Bytes, Bytes> files;
  for (const auto& entry : fs::directory_iterator(dir)) {
    std::ifstream file(entry.path(), std::ios::binary);
    files[entry.path().filename().string()] =
        Bytes(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
  }
  return files;
}

Bytes file_ending_in(const Bytes& dir, BytesView end) {
  for (const auto& entry : fs::directory_iterator(dir)) {
    if (entry.path().string().ends_with(end) && entry.file_size() > 0) return entry.path().string();
  }
  ADD_FAILURE() << "no " << end;
  return "";
}

void damage(const Bytes& path, int64_t at) {
  std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
  file.seekp(at, at < 0 ? std::ios::end : std::ios::beg);
  file.write("damage", 6);
}

class RocksTrouble : public testing::Test {
 protected:
  TemporaryDirectory directory_;
  const Bytes dir_ = directory_ / "store";
};

TEST_F(RocksTrouble, ADirectoryInUseIsRefusedAndLeftAlone) {
  { rocks::RocksStore(options_for(dir_)).commit(put("m#a", "1")); }
  // An owner without an engine, which would tidy its own files up whenever it likes.
  const rocks::DataDirectory owner(dir_, false);
  const auto files = files_in(dir_);
  const auto refused = refusal(options_for(dir_));
  ASSERT_TRUE(refused);
  EXPECT_EQ(refused->kind(), Kind::kUnavailable);
  EXPECT_NE(refused->text().find("in use"), Bytes::npos);
  EXPECT_EQ(files_in(dir_), files);
}

TEST_F(RocksTrouble, AnOwnerGoesOnWhereAnotherIsRefused) {
  rocks::RocksStore store(options_for(dir_));
  store.commit(put("m#a", "1"));
  ASSERT_TRUE(refusal(options_for(dir_)));
  store.commit(put("m#b", "2"));
  EXPECT_EQ(store.get("m#a"), "1");
  EXPECT_EQ(store.get("m#b"), "2");
}

TEST_F(RocksTrouble, SomebodyElsesDirectoryIsRefusedAndLeftAlone) {
  fs::create_directory(dir_);
  std::ofstream(dir_ + "/thesis.txt") << "years of work";
  const auto files = files_in(dir_);
  const auto refused = refusal(options_for(dir_));
  ASSERT_TRUE(refused);
  EXPECT_NE(refused->text().find("thesis.txt"), Bytes::npos);
  EXPECT_EQ(files_in(dir_), files);
}

// The engine would take it for a store of which families are missing, and its owner could not open
// it any more.
TEST_F(RocksTrouble, TheEngineOfAnotherProgramIsRefusedAndLeftAlone) {
  rocksdb::Options options;
  options.create_if_missing = true;
  for (const bool has_families : {false, true}) {
    const Bytes dir = dir_ + (has_families ? "-families" : "");
    rocksdb::DB* opened = nullptr;
    ASSERT_TRUE(rocksdb::DB::Open(options, dir, &opened).ok());
    const std::unique_ptr<rocksdb::DB> db(opened);
    rocksdb::ColumnFamilyHandle* family = nullptr;
    if (has_families) {
      ASSERT_TRUE(db->CreateColumnFamily(options, "metadata", &family).ok());
      db->DestroyColumnFamilyHandle(family);
    } else {
      ASSERT_TRUE(db->Put({}, "key", "of another").ok());
    }
    ASSERT_TRUE(db->Close().ok());
    const auto files = files_in(dir);
    const auto refused = refusal(options_for(dir));
    ASSERT_TRUE(refused);
    EXPECT_EQ(refused->kind(), Kind::kUnavailable);
    EXPECT_NE(refused->text().find("another program's"), Bytes::npos) << refused->text();
    EXPECT_EQ(files_in(dir), files);
  }
}

// It has made nothing but the first family.
TEST_F(RocksTrouble, AFirstStartThatWasCutShortIsGoneOnWith) {
  rocksdb::Options options;
  options.create_if_missing = true;
  rocksdb::DB* opened = nullptr;
  ASSERT_TRUE(rocksdb::DB::Open(options, dir_, &opened).ok());
  delete opened;
  EXPECT_FALSE(refusal(options_for(dir_)));
}

// A disk that is not mounted must not be taken for an empty store.
TEST_F(RocksTrouble, ADirectoryInAnotherThatIsMissingIsNotMade) {
  const Bytes below = dir_ + "/below";
  const auto refused = refusal(options_for(below));
  ASSERT_TRUE(refused);
  EXPECT_EQ(refused->text(), below + " cannot be a store's directory: No such file or directory");
  EXPECT_FALSE(fs::exists(dir_));
}

// Whoever has removed or moved it hears of it, and nobody is told that something is kept in it.
TEST_F(RocksTrouble, ADirectoryThatIsGoneIsTold) {
  rocks::RocksStore store(options_for(dir_));
  store.commit(put("m#a", "1"));
  store.sync_now();
  fs::remove_all(dir_);
  fs::create_directory(dir_);
  for (int i = 0; i < 2; ++i) {
    try {
      i == 0 ? store.sync_now() : store.commit(put("m#b", "2"));
      FAIL() << "nothing is kept any more";
    } catch (const ports::StoreError& error) {
      EXPECT_NE(error.text().find(".log: is gone"), Bytes::npos) << error.text();
    }
  }
}

TEST_F(RocksTrouble, DamageInTheMiddleOfTheLogIsToldAndChangesNoRow) {
  {
    rocks::RocksStore store(options_for(dir_));
    for (int i = 0; i < 200; ++i) store.commit(put("m#" + std::to_string(i), Bytes(100, 'v')));
  }
  const Bytes log = file_ending_in(dir_, ".log");
  damage(log, 5000);
  const Bytes damaged_name = fs::path(log).filename().string();
  const auto damaged = files_in(dir_).at(damaged_name);
  const auto refused = refusal(options_for(dir_));
  ASSERT_TRUE(refused);
  EXPECT_EQ(refused->kind(), Kind::kCorrupt) << refused->text();
  EXPECT_NE(refused->text().find("does not open"), Bytes::npos);
  EXPECT_NE(refused->text().find(damaged_name), Bytes::npos) << refused->text();
  EXPECT_EQ(files_in(dir_).at(damaged_name), damaged);

  rocks::RocksOptions up_to_damage = options_for(dir_);
  up_to_damage.opens_up_to_damage = true;
  rocks::RocksStore store(up_to_damage);
  EXPECT_EQ(store.get("m#0"), Bytes(100, 'v'));
  EXPECT_EQ(store.get("m#199"), std::nullopt);
}

std::set<Bytes> files_ending_in(const Bytes& dir, BytesView end) {
  std::set<Bytes> files;
  for (const auto& entry : fs::directory_iterator(dir)) {
    if (entry.path().string().ends_with(end)) files.insert(entry.path());
  }
  return files;
}

// The first of two logs is needed for a row of another family than the one that filled its buffer.
class TwoLogs : public RocksTrouble {
 protected:
  void SetUp() override {
    rocks::RocksStore store(options_for(dir_));
    store.commit(put("s#kept", "v"));
    std::set<Bytes> logs;
    for (int i = 0; logs.size() < 2; ++i) {
      store.commit(put("m#" + std::to_string(i), Bytes(1000, 'v')));
      logs = files_ending_in(dir_, ".log");
    }
    store.commit(put("s#behind", "v"));
    while (files_ending_in(dir_, ".sst").empty()) std::this_thread::yield();
    first_ = *logs.begin();
  }

  // And no option opens it, for a table has what stands behind the damage already.
  void expect_refused(BytesView why) {
    for (const bool opens_up_to_damage : {false, true}) {
      rocks::RocksOptions options = options_for(dir_);
      options.opens_up_to_damage = opens_up_to_damage;
      const auto refused = refusal(options);
      ASSERT_TRUE(refused);
      EXPECT_EQ(refused->kind(), Kind::kCorrupt);
      EXPECT_NE(refused->text().find(why), Bytes::npos) << refused->text();
      EXPECT_NE(refused->text().find("start on a checkpoint"), Bytes::npos) << refused->text();
    }
  }

  Bytes first_;
};

TEST_F(TwoLogs, AreBothThere) {
  rocks::RocksStore store(options_for(dir_));
  EXPECT_EQ(store.get("s#kept"), "v");
  EXPECT_EQ(store.get("s#behind"), "v");
}

// What stands in the second would be played over the hole.
TEST_F(TwoLogs, OfWhichTheFirstIsShortAreRefused) {
  fs::resize_file(first_, fs::file_size(first_) - 1);
  expect_refused("is cut short");
}

TEST_F(TwoLogs, OfWhichTheFirstIsMissingAreRefused) {
  fs::remove(first_);
  expect_refused("Missing WAL");
}

TEST_F(RocksTrouble, ALostPointerToTheRowsIsNotTakenForANewStore) {
  { rocks::RocksStore(options_for(dir_)).commit(put("m#a", "1")); }
  fs::remove(dir_ + "/CURRENT");
  const auto refused = refusal(options_for(dir_));
  ASSERT_TRUE(refused);
  EXPECT_EQ(refused->kind(), Kind::kCorrupt);
}

TEST_F(RocksTrouble, ADamagedManifestIsTold) {
  {
    rocks::RocksStore store(options_for(dir_));
    store.commit(put("m#a", "1"));
  }
  for (const auto& entry : fs::directory_iterator(dir_)) {
    if (entry.path().filename().string().starts_with("MANIFEST-")) damage(entry.path(), 20);
  }
  const auto refused = refusal(options_for(dir_));
  ASSERT_TRUE(refused);
  EXPECT_EQ(refused->kind(), Kind::kCorrupt) << refused->text();
}

TEST_F(RocksTrouble, TheEnginesLogIsThereAndBounded) {
  rocks::RocksOptions options = options_for(dir_);
  options.info_log_bytes_max = 16 << 10;
  for (int life = 0; life < 5; ++life) rocks::RocksStore(options).commit(put("m#a", "1"));
  EXPECT_LE(fs::file_size(dir_ + "/LOG"), options.info_log_bytes_max);
  EXPECT_LE(fs::file_size(dir_ + "/LOG.old"), options.info_log_bytes_max);
  const auto files = files_in(dir_);
  EXPECT_NE(files.at("LOG") + files.at("LOG.old"), "");
  EXPECT_EQ(std::count_if(files.begin(), files.end(),
                          [](const auto& file) { return file.first.starts_with("LOG"); }),
            2);
}

}  // namespace
}  // namespace keemun
