#include "rdb/value.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/command_error.h"
#include "rdb/value_writer.h"

namespace keemun::rdb {
namespace {

using testing::ElementsAre;
using types::KeyType;

Bytes text(BytesView bytes) {
  return Bytes(bytes);
}

// The ziplist of "a" and 1, as a string.
const Bytes kZiplist =
    text({"\x10\x10\x00\x00\x00\x0d\x00\x00\x00\x02\x00\x00\x01"
          "a\x03\xf2\xff",
          17});
// The listpack of the same.
const Bytes kListpack =
    text({"\x0c\x0c\x00\x00\x00\x02\x00\x81"
          "a\x02\x01\x01\xff",
          13});

void expect_value(const Bytes& bytes, KeyType type, const std::vector<Bytes>& elements,
                  const std::vector<double>& scores = {}) {
  const Value value = read_value(bytes);
  EXPECT_EQ(value.type, type);
  EXPECT_EQ(value.elements, elements);
  EXPECT_EQ(value.scores, scores);
}

TEST(RdbValue, MayBeAString) {
  expect_value(text({"\x00\x01v", 3}), KeyType::kString, {"v"});
  expect_value(text({"\x00\x00", 2}), KeyType::kString, {""});
}

TEST(RdbValue, MayBeAListOfAnyForm) {
  expect_value(text("\x01\x02\x01"
                    "a\xc0\x01"),
               KeyType::kList, {"a", "1"});
  expect_value("\x0a" + kZiplist, KeyType::kList, {"a", "1"});
  expect_value(text("\x0e\x02") + kZiplist + kZiplist, KeyType::kList, {"a", "1", "a", "1"});
  expect_value(text("\x12\x03\x02") + kListpack + text("\x01\x02zz\x02") + kListpack,
               KeyType::kList, {"a", "1", "zz", "a", "1"});
  EXPECT_THROW(read_value(text("\x12\x01\x03") + kListpack), CommandError);
  EXPECT_THROW(read_value(text({"\x12\x01\x01\x00", 4})), CommandError);
}

TEST(RdbValue, MayBeASetOfAnyForm) {
  expect_value(text("\x02\x02\x01"
                    "a\x01"
                    "b"),
               KeyType::kSet, {"a", "b"});
  expect_value(text({"\x0b\x0a\x02\x00\x00\x00\x01\x00\x00\x00\x05\x00", 12}), KeyType::kSet,
               {"5"});
  expect_value("\x14" + kListpack, KeyType::kSet, {"a", "1"});
}

TEST(RdbValue, MayBeAHashOfAnyForm) {
  expect_value(text("\x04\x01\x01"
                    "a\x01"
                    "b"),
               KeyType::kHash, {"a", "b"});
  expect_value("\x0d" + kZiplist, KeyType::kHash, {"a", "1"});
  expect_value("\x10" + kListpack, KeyType::kHash, {"a", "1"});
}

TEST(RdbValue, MayBeASortedSetOfAnyForm) {
  expect_value(text({"\x05\x01\x01"
                     "a\x00\x00\x00\x00\x00\x00\x04\xc0",
                     12}),
               KeyType::kZSet, {"a"}, {-2.5});
  expect_value(text("\x03\x01\x01"
                    "a\x03"
                    "2.5"),
               KeyType::kZSet, {"a"}, {2.5});
  expect_value("\x0c" + kZiplist, KeyType::kZSet, {"a"}, {1});
  expect_value("\x11" + kListpack, KeyType::kZSet, {"a"}, {1});
}

TEST(RdbValue, IsRefusedWithoutElementsOrWithOneTwice) {
  for (const char* nothing : {"\x01", "\x02", "\x04", "\x05", "\x0e", "\x12"}) {
    EXPECT_THROW(read_value(nothing + Bytes(1, '\0')), CommandError);
  }
  EXPECT_THROW(read_value(text("\x02\x02\x01"
                               "a\x01"
                               "a")),
               CommandError);
  EXPECT_THROW(read_value(text("\x04\x02\x01"
                               "a\x01"
                               "b\x01"
                               "a\x01"
                               "c")),
               CommandError);
  expect_value(text("\x04\x02\x01"
                    "a\x01"
                    "c\x01"
                    "b\x01"
                    "c"),
               KeyType::kHash, {"a", "c", "b", "c"});
}

TEST(RdbValue, IsRefusedWhereItIsOfAnotherTypeOrOdd) {
  EXPECT_THROW(read_value(""), CommandError);
  EXPECT_THROW(read_value("\x06\x01"), CommandError);
  EXPECT_THROW(read_value("\xff\x01"), CommandError);
  EXPECT_THROW(
      read_value("\x0d" + text({"\x0d\x0d\x00\x00\x00\x0a\x00\x00\x00\x01\x00\x00\xf2\xff", 14})),
      CommandError);
}

// 1 MB of zeros is a listpack of so many integers that nobody could keep them.
TEST(RdbValue, IsRefusedIfItStandsForTooMuch) {
  constexpr size_t kElements = 20'000'000;
  Bytes listpack;
  const size_t bytes = 7 + 2 * kElements;
  for (size_t i = 0; i < 4; ++i) listpack += static_cast<char>(bytes >> (8 * i));
  listpack += "\xff\xff";
  for (size_t i = 0; i < kElements; ++i) listpack += "\x01\x01";
  listpack += "\xff";
  ValueWriter as_string(KeyType::kString);
  as_string.add(listpack);
  const Bytes string = std::move(as_string).finish();
  EXPECT_LT(string.size(), bytes / 80);
  try {
    read_value("\x12\x01\x02" + string.substr(1));
    FAIL();
  } catch (const CommandError& error) {
    EXPECT_EQ(error.text(), "ERR value is too large to be restored");
  }
}

TEST(ValueWriter, WritesStringsAsRedisDoes) {
  const auto written = [](BytesView value) {
    ValueWriter writer(KeyType::kString);
    writer.add(value);
    return std::move(writer).finish();
  };
  EXPECT_EQ(written("v"), text({"\x00\x01v", 3}));
  EXPECT_EQ(written("-128"), text({"\x00\xc0\x80", 3}));
  EXPECT_EQ(written("-129"), text({"\x00\xc1\x7f\xff", 4}));
  EXPECT_EQ(written("2147483647"), text({"\x00\xc2\xff\xff\xff\x7f", 6}));
  EXPECT_EQ(written("2147483648"), text({"\x00\x0a", 2}) + "2147483648");
  EXPECT_EQ(written("007"), text({"\x00\x03", 2}) + "007");
  EXPECT_EQ(written(Bytes(20, 'a')), text({"\x00\x14", 2}) + Bytes(20, 'a'));
  EXPECT_EQ(written(Bytes(21, 'a')), text({"\x00\xc3\x06\x15\x01"
                                           "aa\xe0\x0a\x00",
                                           10}));
}

}  // namespace
}  // namespace keemun::rdb
