#include "rdb/reader.h"

#include <gtest/gtest.h>

#include <limits>

#include "base/command_error.h"

namespace keemun::rdb {
namespace {

uint64_t length_of(BytesView bytes) {
  Reader reader(bytes);
  const uint64_t length = reader.length();
  EXPECT_TRUE(reader.at_end());
  return length;
}

Bytes string_of(BytesView bytes) {
  Reader reader(bytes);
  Bytes string = reader.string();
  EXPECT_TRUE(reader.at_end());
  return string;
}

double score_of(BytesView bytes) {
  return Reader(bytes).score_text();
}

TEST(RdbReader, ReadsLengthsOfAnySize) {
  EXPECT_EQ(length_of(BytesView("\x00", 1)), 0U);
  EXPECT_EQ(length_of("\x3f"), 63U);
  EXPECT_EQ(length_of("\x40\x40"), 64U);
  EXPECT_EQ(length_of("\x7f\xff"), 16383U);
  EXPECT_EQ(length_of(BytesView("\x80\x00\x01\x00\x02", 5)), 65538U);
  EXPECT_EQ(length_of("\x81\x01\x02\x03\x04\x05\x06\x07\x08"), 0x0102030405060708U);
  EXPECT_THROW(length_of("\x82"), CommandError);
  EXPECT_THROW(length_of("\xc0"), CommandError);
  EXPECT_THROW(length_of(""), CommandError);
  EXPECT_THROW(length_of("\x40"), CommandError);
}

TEST(RdbReader, ReadsStringsThatAreIntegers) {
  EXPECT_EQ(string_of("\xc0\xff"), "-1");
  EXPECT_EQ(string_of("\xc1\x39\x30"), "12345");
  EXPECT_EQ(string_of(BytesView("\xc2\x00\x00\x00\x80", 5)), "-2147483648");
  EXPECT_THROW(string_of("\xc1\x39"), CommandError);
}

// LZF: "a" itself, then what repeats it.
TEST(RdbReader, ReadsStringsThatAreCompressed) {
  EXPECT_EQ(string_of(BytesView("\xc3\x05\x0b\x00"
                                "a\xe0\x01\x00",
                                8)),
            Bytes(11, 'a'));
  EXPECT_THROW(string_of(BytesView("\xc3\x05\x0c\x00"
                                   "a\xe0\x01\x00",
                                   8)),
               CommandError);
  // Too few bytes for so many, and a repetition of what was not yet.
  EXPECT_THROW(string_of(BytesView("\xc3\x02\x81\x00\x00\x01\x00\x00\x00\x00\x00\x00"
                                   "a",
                                   13)),
               CommandError);
  EXPECT_THROW(string_of(BytesView("\xc3\x02\x04\x40\x00", 5)), CommandError);
}

TEST(RdbReader, DoesNotReadBehindTheEnd) {
  EXPECT_THROW(string_of("\x05"
                         "abcd"),
               CommandError);
  EXPECT_THROW(Reader("1234567").score(), CommandError);
}

TEST(RdbReader, ReadsScoresFromTexts) {
  EXPECT_EQ(score_of("\x03"
                     "2.5"),
            2.5);
  EXPECT_EQ(score_of("\xfe"), std::numeric_limits<double>::infinity());
  EXPECT_EQ(score_of("\xff"), -std::numeric_limits<double>::infinity());
  EXPECT_THROW(score_of("\xfd"), CommandError);
  EXPECT_THROW(score_of("\x01x"), CommandError);
}

TEST(RdbReader, TakesNoScoreThatIsNoNumber) {
  EXPECT_THROW(Reader(BytesView("\x00\x00\x00\x00\x00\x00\xf8\x7f", 8)).score(), CommandError);
  EXPECT_EQ(Reader(BytesView("\x00\x00\x00\x00\x00\x00\x04\xc0", 8)).score(), -2.5);
}

}  // namespace
}  // namespace keemun::rdb
