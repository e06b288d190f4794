// Headers of records that hide damage, and how much of a file is whole records.
#include "rocks/log_records.h"

#include <gtest/gtest.h>

#include "base/bytes.h"

namespace keemun::rocks {
namespace {

enum Kind : char { kWhole = 1, kFirst = 2, kMiddle = 3, kLast = 4 };

Bytes record(char kind, size_t bytes) {
  Bytes text = "sum.";
  text += static_cast<char>(bytes & 0xff);
  text += static_cast<char>(bytes >> 8);
  return text + kind + Bytes(bytes, 'r');
}

// Whole records up to the last few bytes of a block, which are too few for another header.
Bytes full_block() {
  return record(kWhole, kRecordBlockBytes - kRecordHeaderBytes - 3) + Bytes(3, 0);
}

uint64_t whole_of(BytesView file, size_t piece) {
  WholeRecords records;
  for (; !file.empty(); file.remove_prefix(std::min(piece, file.size()))) {
    records.append(file.substr(0, piece));
  }
  return records.bytes();
}

TEST(WholeRecords, EndWhereTheLastPartDoes) {
  const Bytes first = record(kWhole, 10);
  const Bytes parts = record(kFirst, 20) + record(kMiddle, 0) + record(kLast, 5);
  const Bytes file = first + parts + record(kWhole, 0);
  for (const size_t piece : {size_t{1}, size_t{3}, size_t{7}, size_t{1000}}) {
    for (size_t bytes = 0; bytes <= file.size(); ++bytes) {
      size_t expected = bytes < first.size() ? 0 : first.size();
      if (bytes >= first.size() + parts.size()) expected = first.size() + parts.size();
      if (bytes == file.size()) expected = file.size();
      ASSERT_EQ(whole_of(BytesView(file).substr(0, bytes), piece), expected) << bytes;
    }
  }
}

TEST(WholeRecords, GoOnBehindTheEndOfABlock) {
  const Bytes file = full_block() + record(kWhole, 1);
  for (const size_t piece : {size_t{1}, size_t{1000}, file.size()}) {
    EXPECT_EQ(whole_of(file, piece), file.size());
    EXPECT_EQ(whole_of(BytesView(file).substr(0, file.size() - 1), piece), kRecordBlockBytes - 3);
  }
}

// What is said of a file of which so many bytes were synced; nothing where it is well.
Bytes damage_of(Bytes file, uint64_t synced) {
  RecordCheck check(synced);
  for (size_t at = 0; at <= file.size(); at += kRecordBlockBytes) {
    const size_t bytes = std::min(kRecordBlockBytes, file.size() - at);
    if (const auto damage = check.look_at({file.data() + at, bytes})) {
      return std::to_string(damage->place) + " " + damage->text;
    }
  }
  return "";
}

const Bytes kRecords = record(kWhole, 10) + record(kWhole, 10);  // of 17 bytes each

TEST(RecordCheck, SaysNothingOfWhatIsWhole) {
  const Bytes parts = record(kFirst, kRecordBlockBytes - kRecordHeaderBytes) + record(kLast, 9);
  for (const Bytes& file : {Bytes(), kRecords, full_block() + kRecords, full_block(), parts}) {
    EXPECT_EQ(damage_of(file, 0), "");
    EXPECT_EQ(damage_of(file, whole_of(file, file.size())), "");
  }
}

TEST(RecordCheck, MissesWhatWasSynced) {
  const Bytes cut = kRecords.substr(0, kRecords.size() - 1);
  EXPECT_EQ(damage_of(cut, 17), "");
  EXPECT_EQ(damage_of(cut, 34), "17 a record of more bytes than are left");
  EXPECT_EQ(damage_of(full_block() + cut, kRecordBlockBytes + 34),
            std::to_string(kRecordBlockBytes + 17) + " a record of more bytes than are left");
}

TEST(RecordCheck, KnowsTheKindsThatAreWritten) {
  for (int kind = 0; kind < 256; ++kind) {
    Bytes file = kRecords;
    file[17 + 6] = static_cast<char>(kind);
    const bool is_known = kind >= kWhole && kind <= kLast;
    EXPECT_EQ(damage_of(file, 0), is_known ? "" : "17 a record of no known kind") << kind;
  }
}

TEST(RecordCheck, TakesZerosForTheEndWhereNothingIsBehindThem) {
  const Bytes zeros(kRecordBlockBytes, 0);
  EXPECT_EQ(damage_of(kRecords + zeros + Bytes(100, 0), 34), "");
  EXPECT_EQ(damage_of(kRecords + zeros, 35), "34 there are zeros in the place of what was written");
  EXPECT_EQ(damage_of(kRecords + Bytes(7, 0) + "x", 34), "34 zeros, and something behind them");
  EXPECT_EQ(damage_of(full_block() + zeros + kRecords, 0),
            std::to_string(2 * kRecordBlockBytes) + " a record behind zeros");
}

// What the engine sees by itself it tells better: a checksum, a record that leaves its block.
TEST(RecordCheck, LeavesTheRestToTheEngine) {
  Bytes file = full_block() + kRecords;
  file[5] = '\x7f';
  file[4] = '\xff';
  EXPECT_EQ(damage_of(file, file.size()), "");
}

TEST(RecordCheck, LeavesAHeaderThatIsDamagedForAnybody) {
  Bytes file = kRecords;
  file[17 + 6] = 5;
  RecordCheck check(0);
  ASSERT_TRUE(check.look_at(file));
  EXPECT_EQ(file, record(kWhole, 10) + Bytes("\0\0\0\0\0\0\1", 7) + Bytes(10, 'r'));
}

}  // namespace
}  // namespace keemun::rocks
