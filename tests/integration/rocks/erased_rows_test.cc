// Keys that come and go leave marks in memory that scans step over.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <random>
#include <thread>

#include "rocks/rocks_store.h"
#include "support/temporary_directory.h"

namespace keemun {
namespace {

class ErasedRows : public testing::Test {
 protected:
  ErasedRows() : store_(options()) {}

  rocks::RocksOptions options() const {
    rocks::RocksOptions options;
    options.dir = directory_ / "store";
    return options;
  }
  Bytes key(int i) const { return prefix_ + std::to_string(1'000'000 + i); }
  // So many rows come and go, and one stays.
  void churn(int count) {
    ports::WriteBatch batch;
    for (int i = 0; i < count; ++i) batch.writes.push_back({key(i), Bytes(20, 'v'), false});
    batch.writes.push_back({key(count), "stays", false});
    store_.commit(batch);
    for (auto& write : batch.writes) write.is_erase = true;
    batch.writes.pop_back();
    store_.commit(batch);
  }
  static uint64_t statistic(const rocks::RocksStore& store, BytesView name) {
    const auto all = store.statistics();
    return std::find_if(all.begin(), all.end(),
                        [name](const auto& one) { return one.name == name; })
        ->value;
  }
  uint64_t statistic(BytesView name) const { return statistic(store_, name); }
  uint64_t flushed_bytes() const { return statistic("flush_bytes_written"); }
  template <typename Condition>
  static bool comes_true(const Condition& condition) {
    constexpr int kTries = 30'000;
    for (int i = 0; i < kTries; ++i) {
      if (condition()) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return false;
  }
  bool comes_to_be(BytesView name) const {
    return comes_true([&] { return statistic(name) > 0; });
  }
  bool are_written_out() const { return comes_to_be("flush_bytes_written"); }
  size_t scan(bool backwards = false) {
    return store_
        .scan({.begin = prefix_, .end = prefix_ + "9", .rows_max = 10, .is_reverse = backwards})
        .rows.size();
  }

  Bytes prefix_ = "m#k";
  TemporaryDirectory directory_;
  rocks::RocksStore store_;
};

TEST_F(ErasedRows, AreWrittenOutWhereScansMeetMany) {
  churn(50'000);
  EXPECT_EQ(scan(), 1u);
  EXPECT_TRUE(are_written_out());
  EXPECT_EQ(scan(), 1u);
}

// Each of them is stepped over as many times.
TEST_F(ErasedRows, ThatComeAndGoAgainAreWrittenOutWhereTheyAreFew) {
  constexpr int kRows = 1'000;
  churn(kRows);
  EXPECT_EQ(scan(), 1u);
  for (int round = 0; round < 10; ++round) churn(kRows);
  EXPECT_EQ(flushed_bytes(), 0u);
  EXPECT_EQ(scan(), 1u);
  EXPECT_TRUE(are_written_out());
}

// Whose files are not compacted for their erased rows alone.
TEST_F(ErasedRows, OfOneCollectionAreWrittenOutAndCompactedToo) {
  prefix_ = "s#k";
  churn(50'000);
  EXPECT_EQ(scan(), 1u);
  EXPECT_TRUE(are_written_out());
  EXPECT_TRUE(comes_to_be("compaction_bytes_read"));
  EXPECT_EQ(scan(), 1u);
}

// The file that they are written into overlaps no other: it is moved to the last level as it is.
TEST_F(ErasedRows, AreGoneFromFilesOfTheLastLevelToo) {
  constexpr uint64_t kBytesOfOneRow = 5'000;
  churn(25'000);
  EXPECT_EQ(scan(), 1u);
  EXPECT_TRUE(are_written_out());
  EXPECT_GT(flushed_bytes(), 10 * kBytesOfOneRow);
  EXPECT_TRUE(comes_true([&] {
    EXPECT_EQ(scan(), 1u);
    return statistic("sst_bytes") < kBytesOfOneRow;
  }));
}

TEST_F(ErasedRows, AreMetBackwards) {
  churn(50'000);
  ports::WriteBatch batch;
  batch.writes.push_back({key(50'000), "", true});
  store_.commit(batch);
  EXPECT_EQ(scan(true), 0u);
  EXPECT_TRUE(are_written_out());
}

// Nothing more is written that would have the engine look there.
TEST_F(ErasedRows, OfALargeRangeGiveBackTheirSpace) {
  constexpr int kRows = 30'000;
  constexpr size_t kLargeBytes = 20'000'000;
  rocks::RocksOptions small = options();
  small.dir = directory_ / "small";
  small.write_buffer_bytes = 1 << 20;
  rocks::RocksStore store(small);
  std::minstd_rand chance(1);
  for (int i = 0; i < kRows; ++i) {
    Bytes value(1000, ' ');  // that cannot be compressed
    for (char& c : value) c = static_cast<char>(chance());
    ports::WriteBatch batch;
    batch.writes.push_back({"s#k" + std::to_string(1'000'000 + i), std::move(value), false});
    store.commit(batch);
  }
  const auto table_bytes = [&store] { return statistic(store, "sst_bytes"); };
  ASSERT_TRUE(comes_true([&] { return table_bytes() > kLargeBytes; }));
  ports::WriteBatch batch;
  batch.range_erases.push_back({"s#k", "s#l"});
  store.commit(batch);
  EXPECT_TRUE(comes_true([&] {
    store.write_out_erased_rows();
    return table_bytes() < kLargeBytes / 10;
  }));
}

TEST_F(ErasedRows, ThatAreFewStayWhereTheyAre) {
  churn(15'000);
  for (int i = 0; i < 20; ++i) {
    EXPECT_EQ(scan(), 1u);
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  EXPECT_EQ(flushed_bytes(), 0u);
}

// Else they keep their place on the disk for as long as nobody comes by.
TEST_F(ErasedRows, AreWrittenOutInTimeHoweverFew) {
  churn(10);
  store_.write_out_erased_rows();
  EXPECT_EQ(flushed_bytes(), 0u);
  rocks::RocksOptions impatient = options();
  impatient.dir = directory_ / "impatient";
  impatient.erased_rows_wait_max = {};
  rocks::RocksStore store(impatient);
  ports::WriteBatch batch;
  batch.writes.push_back({key(0), "row", false});
  store.commit(batch);
  store.write_out_erased_rows();
  EXPECT_EQ(statistic(store, "flush_bytes_written"), 0u);
  batch.writes[0].is_erase = true;
  store.commit(batch);
  store.write_out_erased_rows();
  EXPECT_TRUE(comes_true([&] { return statistic(store, "flush_bytes_written") > 0; }));
}

TEST_F(ErasedRows, OfARangeAreWrittenOutWithIt) {
  churn(10);
  EXPECT_EQ(flushed_bytes(), 0u);
  ports::WriteBatch batch;
  batch.range_erases.push_back({key(0), key(9)});
  store_.commit(batch);
  EXPECT_TRUE(are_written_out());
}

// A compaction must leave what is seen there, and nothing would have the engine come back.
TEST_F(ErasedRows, OfARangeAreGoneThoughTheyAreScannedWhileWhatWasDurableHasThem) {
  constexpr int kRows = 100'000;
  constexpr uint64_t kBytesOfFewRows = 20'000;
  rocks::RocksOptions filtered = options();
  filtered.dir = directory_ / "filtered";
  filtered.compacted_namespaces = {format::KeyLayout(format::LayoutKind::kPlain, "ns")};
  rocks::RocksStore store(filtered);
  const auto scan_all = [&store] {
    return store.scan({.begin = "m#", .end = "m$", .rows_max = 10});
  };
  ports::WriteBatch batch;
  for (int i = 0; i < kRows; ++i) batch.writes.push_back({key(i), Bytes(20, 'v'), false});
  store.commit(batch);
  store.settle(0);
  batch = {};
  batch.range_erases.push_back({"m#", "m$"});
  store.commit(batch);
  const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(1);
  while (std::chrono::steady_clock::now() < until &&
         statistic(store, "compaction_bytes_read") == 0) {
    EXPECT_TRUE(scan_all().rows.empty());
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  EXPECT_TRUE(comes_true([&] {
    store.settle(0);
    EXPECT_TRUE(scan_all().rows.empty());
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    return statistic(store, "sst_bytes") < kBytesOfFewRows;
  }));
}

class LargeRows : public ErasedRows {
 protected:
  static constexpr int kRows = 8;
  static constexpr size_t kRowBytes = 1 << 20;

  // In files, of bytes that do not get less there.
  LargeRows()
      : LargeRows([chance = std::mt19937_64()]() mutable { return static_cast<char>(chance()); }) {}
  template <typename MakeByte>
  explicit LargeRows(MakeByte make_byte) {
    ports::WriteBatch batch;
    for (int i = 0; i < kRows; ++i) {
      Bytes value(kRowBytes, '\0');
      for (char& byte : value) byte = make_byte();
      batch.writes.push_back({key(i), std::move(value), false});
    }
    store_.commit(batch);
    store_.checkpoint(directory_ / "checkpoint");
  }
  bool are_gone() const {
    return comes_true([&] { return statistic("sst_bytes") < 2 * kRowBytes; });
  }
  void erase(int count) {
    ports::WriteBatch batch;
    for (int i = 0; i < count; ++i) batch.writes.push_back({key(i), "", true});
    store_.commit(batch);
  }
};

// Each is read to get past its mark.
TEST_F(LargeRows, AreGoneSoonAfterTheyAreErasedThoughTheyAreFew) {
  erase(kRows - 1);
  EXPECT_EQ(scan(), 1u);
  EXPECT_TRUE(are_gone());
  EXPECT_EQ(scan(), 1u);
}

TEST_F(LargeRows, AreGoneSoonWhereTheyAreMetBackwards) {
  erase(kRows);
  EXPECT_EQ(scan(true), 0u);
  EXPECT_TRUE(are_gone());
}

// It is what they hold that is stepped over, not what the files hold of it.
class LargeRowsOfZeros : public LargeRows {
 protected:
  LargeRowsOfZeros() : LargeRows([] { return '\0'; }) {}
};

TEST_F(LargeRowsOfZeros, AreWrittenOutSoonAfterTheyAreErased) {
  ASSERT_LT(statistic("sst_bytes"), kRowBytes / 2);
  const uint64_t flushed_before = flushed_bytes();
  erase(kRows);
  EXPECT_EQ(scan(), 0u);
  EXPECT_TRUE(comes_true([&] { return flushed_bytes() > flushed_before; }));
}

TEST_F(LargeRowsOfZeros, AreCompactedSoonAfterTheyAreWrittenOver) {
  ports::WriteBatch batch;
  for (int i = 0; i < kRows; ++i) batch.writes.push_back({key(i), Bytes(kRowBytes, '1'), false});
  store_.commit(batch);
  store_.checkpoint(directory_ / "another");
  EXPECT_EQ(scan(), size_t{kRows});
  EXPECT_TRUE(comes_to_be("compaction_bytes_written"));
}

// What is read of those that live is asked for.
TEST_F(LargeRows, StayWhereTheyAreBesideOneThatIsErased) {
  const uint64_t flushed_before = flushed_bytes();
  erase(1);
  for (int i = 0; i < 20; ++i) {
    EXPECT_EQ(scan(), size_t{kRows - 1});
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  EXPECT_EQ(flushed_bytes(), flushed_before);
  EXPECT_EQ(statistic("compaction_bytes_written"), 0u);
}

// Of rows of several sizes, too, from either end.
TEST_F(LargeRows, StayWhereTheyAreBesideSmallOnes) {
  ports::WriteBatch batch;
  for (int i = 0; i < kRows; i += 2) batch.writes.push_back({key(i), "small", false});
  store_.commit(batch);
  store_.compact();
  const uint64_t compacted_before = statistic("compaction_bytes_written");
  for (int i = 0; i < 20; ++i) {
    EXPECT_EQ(scan(i % 2 == 1), size_t{kRows});
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  EXPECT_EQ(statistic("compaction_bytes_written"), compacted_before);
}

}  // namespace
}  // namespace keemun
