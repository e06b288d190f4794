// What is cut short between two records, or damaged in a header, looks whole to the engine, and a
// log of another store like its own. It is told by what was noted of them, and the store is left as
// it is.
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <optional>
#include <set>
#include <thread>
#include <vector>

#include "rocks/log_records.h"
#include "rocks/rocks_store.h"
#include "rocks/synced_lengths.h"
#include "support/temporary_directory.h"

namespace keemun {
namespace {

namespace fs = std::filesystem;
using Kind = ports::StoreError::Kind;

rocks::RocksOptions options_for(const Bytes& dir) {
  rocks::RocksOptions options;
  options.dir = dir;
  options.wal_sync = rocks::WalSync::kAlways;
  options.write_buffer_bytes = 64 << 10;
  return options;
}

void put(rocks::RocksStore& store, Bytes key, size_t bytes = 1) {
  ports::WriteBatch batch;
  batch.writes.push_back({std::move(key), Bytes(bytes, 'v'), false});
  store.commit(batch);
}

std::optional<ports::StoreError> refusal(const rocks::RocksOptions& options) {
  try {
    rocks::RocksStore store(options);
  } catch (const ports::StoreError& error) {
    return error;
  }
  return std::nullopt;
}

std::set<Bytes> names_in(const Bytes& dir) {
  std::set<Bytes> names;
  for (const auto& entry : fs::directory_iterator(dir)) names.insert(entry.path().filename());
  return names;
}

bool is_table_name(BytesView name) {
  return name.ends_with(".sst");
}

// The last one of these.
Bytes file_of(const Bytes& dir, bool (*is_wanted)(BytesView)) {
  Bytes last;
  for (const Bytes& name : names_in(dir)) {
    if (is_wanted(name)) last = dir + "/" + name;
  }
  return last;
}

class CutShort : public testing::Test {
 protected:
  // Several tables, and one log with something in it.
  void SetUp() override {
    rocks::RocksStore store(options_for(dir_));
    for (int i = 0; i < 200; ++i) put(store, "m#" + std::to_string(i), 1000);
    while (file_of(dir_, is_table_name).empty() || logs() > 1) std::this_thread::yield();
    put(store, "m#last");
  }

  std::ptrdiff_t logs() const {
    const auto names = files();
    return std::count_if(names.begin(), names.end(), rocks::is_log_name);
  }

  std::set<Bytes> files() const { return names_in(dir_); }

  void expect_refused(const rocks::RocksOptions& options, BytesView why = "is cut short") {
    const auto names = files();
    const auto refused = refusal(options);
    ASSERT_TRUE(refused);
    EXPECT_EQ(refused->kind(), Kind::kCorrupt);
    EXPECT_NE(refused->text().find(why), Bytes::npos) << refused->text();
    EXPECT_EQ(files(), names) << refused->text();
  }

  TemporaryDirectory directory_;
  const Bytes dir_ = directory_ / "store";
};

TEST_F(CutShort, AManifestIsRefusedWhateverIsLeftOfIt) {
  const Bytes manifest = file_of(dir_, rocks::is_manifest_name);
  const Bytes whole = directory_ / "whole";
  fs::copy_file(manifest, whole);
  for (uint64_t bytes = fs::file_size(manifest); bytes-- > 0;) {
    fs::resize_file(manifest, bytes);
    for (const bool opens_up_to_damage : {false, true}) {
      rocks::RocksOptions options = options_for(dir_);
      options.opens_up_to_damage = opens_up_to_damage;
      expect_refused(options);
    }
    if (HasFailure()) return;
  }
  fs::copy_file(whole, manifest, fs::copy_options::overwrite_existing);
  EXPECT_FALSE(refusal(options_for(dir_)));
}

TEST_F(CutShort, AManifestIsRefusedToReadersToo) {
  const Bytes manifest = file_of(dir_, rocks::is_manifest_name);
  fs::resize_file(manifest, fs::file_size(manifest) - 1);
  rocks::RocksOptions options = options_for(dir_);
  options.is_read_only = true;
  expect_refused(options);
}

TEST_F(CutShort, TheLastLogIsRefusedWhereItWasSynced) {
  const Bytes log = file_of(dir_, rocks::is_log_name);
  const uint64_t bytes = fs::file_size(log);
  ASSERT_GT(bytes, 0u);
  for (const uint64_t left : {bytes - 1, bytes / 2, uint64_t{0}}) {
    fs::resize_file(log, left);
    expect_refused(options_for(dir_));
  }
  rocks::RocksOptions options = options_for(dir_);
  options.opens_up_to_damage = true;
  rocks::RocksStore store(options);
  EXPECT_EQ(store.get("m#0"), Bytes(1000, 'v'));
  EXPECT_EQ(store.get("m#last"), std::nullopt);
}

TEST_F(CutShort, TheLastLogIsMissedWhereItIsMissing) {
  fs::remove(file_of(dir_, rocks::is_log_name));
  expect_refused(options_for(dir_), "is missing");
  rocks::RocksOptions options = options_for(dir_);
  options.opens_up_to_damage = true;
  EXPECT_FALSE(refusal(options));
}

class CutShortAfterASync : public CutShort {
 protected:
  void SetUp() override {
    CutShort::SetUp();
    rocks::RocksOptions options = options_for(dir_);
    options.wal_sync = rocks::WalSync::kNever;
    rocks::RocksStore store(options);
    put(store, "m#synced");
    store.sync_now();
    synced_bytes_ = fs::file_size(file_of(dir_, rocks::is_log_name));
    put(store, "m#not synced");
    log_ = file_of(dir_, rocks::is_log_name);
  }

  Bytes log_;
  uint64_t synced_bytes_ = 0;
};

TEST_F(CutShortAfterASync, ALogMayBeBehindIt) {
  fs::resize_file(log_, fs::file_size(log_) - 1);
  rocks::RocksStore store(options_for(dir_));
  EXPECT_EQ(store.get("m#synced"), "v");
  EXPECT_EQ(store.get("m#not synced"), std::nullopt);
}

TEST_F(CutShortAfterASync, ALogIsRefusedBeforeIt) {
  fs::resize_file(log_, synced_bytes_ - 1);
  expect_refused(options_for(dir_));
}

TEST_F(CutShort, ACheckpointIsRefusedToo) {
  const Bytes copy = directory_ / "copy";
  rocks::RocksStore(options_for(dir_)).checkpoint(copy);
  const Bytes manifest = file_of(copy, rocks::is_manifest_name);
  fs::resize_file(manifest, fs::file_size(manifest) - 1);
  const auto refused = refusal(options_for(copy));
  ASSERT_TRUE(refused);
  EXPECT_NE(refused->text().find("is cut short"), Bytes::npos) << refused->text();
}

// Of both the one is told that no option opens.
TEST_F(CutShort, AManifestIsRefusedBesideALog) {
  for (const auto is_wanted : {rocks::is_log_name, rocks::is_manifest_name}) {
    const Bytes file = file_of(dir_, is_wanted);
    fs::resize_file(file, fs::file_size(file) - 1);
  }
  rocks::RocksOptions options = options_for(dir_);
  options.opens_up_to_damage = true;
  expect_refused(options, "MANIFEST");
}

Bytes content_of(const Bytes& path) {
  Bytes content(fs::file_size(path), 0);
  const auto bytes = static_cast<std::streamsize>(content.size());
  std::ifstream(path, std::ios::binary).read(content.data(), bytes);
  return content;
}

void write_content(const Bytes& path, const Bytes& content) {
  std::ofstream(path, std::ios::binary) << content;
}

// Of a file of less than a block.
std::vector<size_t> headers_in(const Bytes& content) {
  std::vector<size_t> headers;
  for (size_t at = 0; at + rocks::kRecordHeaderBytes <= content.size();) {
    headers.push_back(at);
    const auto byte = [&](size_t i) { return static_cast<uint8_t>(content[at + i]); };
    at += rocks::kRecordHeaderBytes + byte(4) + (size_t{byte(5)} << 8);
  }
  return headers;
}

// Of lengths and kinds: the checksum is the engine's to look at.
TEST_F(CutShort, AnyBitOfAHeaderIsMissed) {
  rocks::RocksOptions options = options_for(dir_);
  options.is_read_only = true;
  for (const auto is_wanted : {rocks::is_manifest_name, rocks::is_log_name}) {
    const Bytes file = file_of(dir_, is_wanted);
    const Bytes whole = content_of(file);
    const std::vector<size_t> headers = headers_in(whole);
    EXPECT_GE(headers.size(), 3u);
    for (const size_t header : headers) {
      for (size_t bit = 8 * 4; bit < 8 * rocks::kRecordHeaderBytes; ++bit) {
        Bytes damaged = whole;
        damaged[header + bit / 8] = static_cast<char>(damaged[header + bit / 8] ^ (1 << bit % 8));
        write_content(file, damaged);
        const auto refused = refusal(options);
        ASSERT_TRUE(refused) << file << " bit " << bit << " at " << header;
        ASSERT_EQ(refused->kind(), Kind::kCorrupt);
      }
    }
    write_content(file, whole);
  }
  EXPECT_FALSE(refusal(options));
}

TEST_F(CutShort, WhatHidesDamageIsToldByItsPlace) {
  for (const auto is_wanted : {rocks::is_manifest_name, rocks::is_log_name}) {
    const Bytes file = file_of(dir_, is_wanted);
    const Bytes whole = content_of(file);
    const size_t last = headers_in(whole).back();
    Bytes damaged = whole;
    damaged[last + 6] = 5;
    write_content(file, damaged);
    const Bytes place = " is damaged at byte " + std::to_string(last) + ": a record of no known ";
    expect_refused(options_for(dir_), fs::path(file).filename().string() + place);
    damaged = whole.substr(0, last) + Bytes(whole.size() - last, 0);
    write_content(file, damaged);
    expect_refused(options_for(dir_), "there are zeros in the place of what was written");
    write_content(file, whole);
  }
}

TEST_F(CutShort, ALogIsOpenedUpToAHeaderThatHidesDamage) {
  const Bytes log = file_of(dir_, rocks::is_log_name);
  Bytes damaged = content_of(log);
  damaged[headers_in(damaged).back() + 6] = 5;
  write_content(log, damaged);
  expect_refused(options_for(dir_), "open-up-to-damage opens on what is before it");
  rocks::RocksOptions options = options_for(dir_);
  options.opens_up_to_damage = true;
  rocks::RocksStore store(options);
  EXPECT_EQ(store.get("m#199"), Bytes(1000, 'v'));
  EXPECT_EQ(store.get("m#last"), std::nullopt);
}

// As an older checkpoint has it when it is copied over a store. It is so before tables are made of
// the logs that are played before it.
TEST_F(CutShort, ALogOfAnotherStoreIsRefused) {
  {
    rocks::RocksOptions options = options_for(dir_);
    options.write_buffer_bytes = size_t{1} << 20;
    rocks::RocksStore store(options);
    for (int i = 0; i < 200; ++i) put(store, "m#more" + std::to_string(i), 1000);
  }
  const Bytes other = directory_ / "other";
  {
    rocks::RocksStore store(options_for(other));
    put(store, "m#of another");
  }
  const Bytes stray = dir_ + "/999999.log";
  const Bytes later_stray = dir_ + "/1000000.log";
  for (const Bytes& copy : {stray, later_stray}) {
    fs::copy_file(file_of(other, rocks::is_log_name), copy);
  }
  expect_refused(options_for(dir_), "999999.log is none of this store");
  rocks::RocksOptions options = options_for(dir_);
  options.is_read_only = true;
  expect_refused(options, "999999.log is none of this store");
  fs::remove(stray);
  expect_refused(options, "1000000.log is none of this store");
  fs::remove(later_stray);
  EXPECT_FALSE(refusal(options_for(dir_)));
}

// Those of a directory that has nothing else.
class SyncedLengths : public testing::Test {
 protected:
  TemporaryDirectory directory_;
  const Bytes dir_ = directory_ / ".";
};

// A crash may leave one that never counted.
TEST_F(SyncedLengths, AreThoseOfAFileThatBeginsAnew) {
  std::ofstream(dir_ + "/MANIFEST-000001") << "0123456789";
  for (const uint64_t bytes : {1000u, 10u}) {
    rocks::SyncedLengths lengths(dir_);
    lengths.begin("MANIFEST-000001");
    lengths.note("MANIFEST-000001", bytes);
    EXPECT_EQ(rocks::SyncedLengths(dir_).loss().has_value(), bytes > 10);
  }
}

// Who syncs a log may have done so when it has just gone.
TEST_F(SyncedLengths, AreNotThoseOfWhatIsForgotten) {
  rocks::SyncedLengths lengths(dir_);
  lengths.begin("000001.log");
  lengths.note("000001.log", 1000);
  EXPECT_TRUE(rocks::SyncedLengths(dir_).loss());
  lengths.forget("000001.log");
  lengths.note("000001.log", 2000);
  EXPECT_FALSE(rocks::SyncedLengths(dir_).loss());
}

// A start that goes on without any may be cut short when it has begun others.
TEST_F(SyncedLengths, AreOfAllThatIsThereWhereNothingWasSaid) {
  std::ofstream(dir_ + "/000007.log") << "0123456789";
  EXPECT_FALSE(rocks::SyncedLengths(dir_).is_foreign("000007.log"));
  rocks::SyncedLengths(dir_).begin("000009.log");
  const rocks::SyncedLengths lengths(dir_);
  EXPECT_FALSE(lengths.is_foreign("000007.log"));
  EXPECT_FALSE(lengths.is_foreign("000009.log"));
  EXPECT_TRUE(lengths.is_foreign("000008.log"));
  EXPECT_FALSE(lengths.loss());
}

TEST_F(SyncedLengths, AreOfNoneWhereOneCannotBeNamed) {
  const Bytes path = dir_ + "/" + Bytes(rocks::kSyncedLengthsName);
  fs::create_symlink("/dev/full", path);
  rocks::SyncedLengths lengths(dir_);
  lengths.begin("000007.log");
  lengths.note("000007.log", 10);
  std::ofstream(dir_ + "/000007.log") << "0123456789";
  EXPECT_FALSE(fs::exists(fs::symlink_status(path)));
  EXPECT_FALSE(rocks::SyncedLengths(dir_).is_foreign("000007.log"));
}

// The engine's numbers have six digits, and more where they need more.
TEST_F(SyncedLengths, TellTheLastLogByItsNumber) {
  rocks::SyncedLengths lengths(dir_);
  lengths.begin("1000000.log");
  lengths.note("1000000.log", 10);
  std::ofstream(dir_ + "/999999.log") << "0123456789";
  const auto missing = lengths.loss();
  ASSERT_TRUE(missing);
  EXPECT_TRUE(missing->is_of_last_log);
  std::ofstream(dir_ + "/1000000.log") << "012345678";
  const auto cut = lengths.loss();
  ASSERT_TRUE(cut);
  EXPECT_TRUE(cut->is_of_last_log);
}

TEST_F(CutShort, WhatIsKeptOfItDoesNotGrow) {
  const uintmax_t once = fs::file_size(dir_ + "/" + Bytes(rocks::kSyncedLengthsName));
  for (int life = 0; life < 5; ++life) {
    rocks::RocksStore store(options_for(dir_));
    for (int i = 0; i < 500; ++i) put(store, "m#" + std::to_string(i), 1000);
  }
  EXPECT_LE(fs::file_size(dir_ + "/" + Bytes(rocks::kSyncedLengthsName)), 2 * once);
}

// Damage of this file alone does not turn away from those that are whole.
TEST_F(CutShort, NothingIsWhereOnlyWhatWasNotedIsDamaged) {
  const Bytes path = dir_ + "/" + Bytes(rocks::kSyncedLengthsName);
  const Bytes noted = content_of(path);
  const Bytes log = fs::path(file_of(dir_, rocks::is_log_name)).filename();
  for (size_t bit = 0; bit < 8 * noted.size(); ++bit) {
    Bytes damaged = noted;
    damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << bit % 8));
    write_content(path, damaged);
    ASSERT_FALSE(rocks::SyncedLengths(dir_).loss()) << bit;
    ASSERT_FALSE(rocks::SyncedLengths(dir_).is_foreign(log)) << bit;
  }
  fs::remove(path);
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  EXPECT_FALSE(refusal(options_for(dir_)));
}

TEST_F(CutShort, ALogThatCannotBeLookedAtIsRefused) {
  const Bytes log = file_of(dir_, rocks::is_log_name);
  fs::remove(log);
  fs::create_directory(log);
  expect_refused(options_for(dir_), "cannot be looked at");
}

TEST_F(CutShort, ALogOfSomebodyElseIsNone) {
  fs::remove(file_of(dir_, rocks::is_log_name));
  std::ofstream(dir_ + "/keemun.log") << "ready to accept connections";
  expect_refused(options_for(dir_), "is missing");
}

// The start that takes it may be cut short itself, when another log has begun.
TEST_F(CutShort, ALossThatWasAcceptedIsForgotten) {
  const Bytes log = file_of(dir_, rocks::is_log_name);
  fs::resize_file(log, fs::file_size(log) - 1);
  const Bytes table = file_of(dir_, is_table_name);
  fs::rename(table, directory_ / "table");
  rocks::RocksOptions options = options_for(dir_);
  options.opens_up_to_damage = true;
  ASSERT_TRUE(refusal(options));
  fs::rename(directory_ / "table", table);
  std::ofstream(dir_ + "/999999.log").flush();
  EXPECT_FALSE(refusal(options_for(dir_)));
}

// While it lives no file grows beyond so many bytes.
class FileLimit {
 public:
  explicit FileLimit(rlim_t bytes) : on_excess_(std::signal(SIGXFSZ, SIG_IGN)) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit lowered = {.rlim_cur = bytes, .rlim_max = before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &lowered);
  }
  FileLimit(const FileLimit&) = delete;
  FileLimit& operator=(const FileLimit&) = delete;
  ~FileLimit() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, on_excess_);
  }

 private:
  rlimit before_ = {};
  void (*const on_excess_)(int);
};

// The engine cuts off what a write has left that failed.
TEST_F(CutShort, AWriteThatFailsHalfwayCutsNothing) {
  constexpr size_t kValueBytes = 3000;
  rocks::RocksOptions options = options_for(dir_);
  options.write_buffer_bytes = 8 << 20;
  options.disk_free_bytes_min = 0;
  int written = 0;
  {
    rocks::RocksStore store(options);
    const FileLimit limit(100'000);
    try {
      for (; written < 100; ++written) put(store, "m#new" + std::to_string(written), kValueBytes);
      FAIL() << "that is more than fits";
    } catch (const ports::StoreError&) {
      EXPECT_THROW(store.sync_now(), ports::StoreError);
    }
  }
  rocks::RocksStore store(options);
  EXPECT_EQ(store.get("m#new" + std::to_string(written - 1)), Bytes(kValueBytes, 'v'));
}

}  // namespace
}  // namespace keemun
