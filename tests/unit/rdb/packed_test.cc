#include "rdb/packed.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/command_error.h"
#include "base/number_text.h"
#include "rdb/listpack_writer.h"
#include "rdb/little_endian.h"

namespace keemun::rdb {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

template <typename Read>
std::vector<Bytes> all_of(Read read, BytesView bytes) {
  Elements elements;
  read(bytes, elements);
  return std::move(elements).take();
}

// Bytes of elements with their sizes behind them, as one listpack.
Bytes listpack(uint16_t count, const Bytes& body) {
  Bytes bytes;
  append_little_endian(bytes, static_cast<uint32_t>(body.size() + 7));
  append_little_endian(bytes, count);
  return bytes + body + "\xff";
}

// Bytes of elements behind the sizes of those before them, as one ziplist.
Bytes ziplist(uint16_t count, const Bytes& body, size_t size_of_last) {
  Bytes bytes;
  append_little_endian(bytes, static_cast<uint32_t>(body.size() + 11));
  append_little_endian(bytes, static_cast<uint32_t>(body.size() + 10 - size_of_last));
  append_little_endian(bytes, count);
  return bytes + body + "\xff";
}

Bytes text(BytesView bytes) {
  return Bytes(bytes);
}

TEST(Listpack, HoldsTextsAndIntegersOfEverySize) {
  const Bytes long_text(64, 'x');
  const Bytes body = text({"\x00\x01", 2}) + text("\x7f\x01") +
                     text(
                         "\x82"
                         "ab\x03") +
                     text("\xdf\xff\x02") + text("\xcf\xff\x02") + text("\xe0\x40") + long_text +
                     text("\x42") + text({"\xf1\x00\x80\x03", 4}) + text("\xf2\xff\xff\xff\x04") +
                     text({"\xf3\x00\x00\x00\x80\x05", 6}) +
                     text("\xf4\xff\xff\xff\xff\xff\xff\xff\x7f\x09") +
                     text({"\xf0\x01\x00\x00\x00"
                           "z\x06",
                           7});
  EXPECT_THAT(all_of(read_listpack, listpack(11, body)),
              ElementsAre("0", "127", "ab", "-1", "4095", long_text, "-32768", "-1", "-2147483648",
                          "9223372036854775807", "z"));
  EXPECT_THAT(all_of(read_listpack, listpack(0xffff, body)), testing::SizeIs(11));
  EXPECT_THAT(all_of(read_listpack, listpack(0, "")), IsEmpty());
}

// What stands behind an element is one byte longer from sizes of 128, 16,383 and 2,097,151 on.
TEST(Listpack, StepsOverTheSizesBehindItsElements) {
  for (const uint32_t size :
       {126U, 127U, 128U, 16'382U, 16'383U, 16'384U, 2'097'150U, 2'097'151U}) {
    Bytes body = "\xf0";
    append_little_endian(body, size - 5);
    body += Bytes(size - 5, 'x');
    const size_t behind = size < 128 ? 1 : size < 16'383 ? 2 : size < 2'097'151 ? 3 : 4;
    Bytes size_behind(1, static_cast<char>(size >> 7 * (behind - 1)));
    for (size_t left = behind - 1; left-- > 0;) {
      size_behind += static_cast<char>(0x80 | (size >> 7 * left & 0x7f));
    }
    const Bytes bytes = listpack(2, body + size_behind + "\x05\x01");
    EXPECT_THAT(all_of(read_listpack, bytes), ElementsAre(Bytes(size - 5, 'x'), "5")) << size;
  }
}

TEST(Listpack, IsRefusedWhereItIsCutOrSaysOtherwise) {
  const Bytes good = listpack(2, text("\x05\x01\x82"
                                      "ab\x03"));
  EXPECT_THAT(all_of(read_listpack, good), ElementsAre("5", "ab"));
  for (size_t size = 0; size < good.size(); ++size) {
    Bytes cut = good.substr(0, size);
    EXPECT_THROW(all_of(read_listpack, cut), CommandError) << size;
    if (size < 4) continue;
    cut[0] = static_cast<char>(size);
    EXPECT_THROW(all_of(read_listpack, cut), CommandError) << size;
  }
  EXPECT_THROW(all_of(read_listpack, listpack(1, text("\x05\x02"))), CommandError);
  EXPECT_THROW(all_of(read_listpack, listpack(3, text("\x05\x01"))), CommandError);
  EXPECT_THROW(all_of(read_listpack, listpack(1, text("\xf5\x01"))), CommandError);
  EXPECT_THROW(all_of(read_listpack, listpack(1, text("\x05\x01\xff"))), CommandError);
}

TEST(Listpack, IsReadAsItIsWritten) {
  ListpackWriter writer;
  std::vector<Bytes> expected;
  for (const size_t size :
       {0U, 1U, 63U, 64U, 125U, 126U, 4095U, 4096U, 16'377U, 16'378U, 70'000U}) {
    expected.emplace_back(size, 't');
    writer.add(BytesView(expected.back()));
  }
  for (const int64_t number :
       {int64_t{0}, int64_t{127}, int64_t{128}, int64_t{-1}, int64_t{-70'000}, int64_t{1} << 40}) {
    expected.push_back(format_int64(number));
    writer.add(number);
  }
  EXPECT_EQ(all_of(read_listpack, std::move(writer).finish()), expected);
}

TEST(Ziplist, HoldsTextsAndIntegersOfEverySize) {
  const Bytes long_text(64, 'x');
  const Bytes body = text({"\x00\xf1", 2}) + text("\x02\xfd") +
                     text(
                         "\x02\x02"
                         "ab") +
                     text("\x04\xfe\xff") + text("\x03\xc0\x39\x30") + text("\x04\x40\x40") +
                     long_text + text({"\xfe\x43\x00\x00\x00\xf0\xff\xff\xff", 9}) +
                     text({"\x09\xd0\x00\x00\x00\x80", 6}) +
                     text("\x06\xe0\xff\xff\xff\xff\xff\xff\xff\x7f") +
                     text({"\x0a\x80\x00\x00\x00\x01"
                           "z",
                           7});
  EXPECT_THAT(all_of(read_ziplist, ziplist(10, body, 7)),
              ElementsAre("0", "12", "ab", "-1", "12345", long_text, "-1", "-2147483648",
                          "9223372036854775807", "z"));
}

TEST(Ziplist, IsRefusedWhereItIsCutOrSaysOtherwise) {
  const Bytes body =
      text({"\x00\xf6\x02\x02"
            "ab",
            6});
  const Bytes good = ziplist(2, body, 4);
  EXPECT_THAT(all_of(read_ziplist, good), ElementsAre("5", "ab"));
  for (size_t size = 0; size < good.size(); ++size) {
    Bytes cut = good.substr(0, size);
    EXPECT_THROW(all_of(read_ziplist, cut), CommandError) << size;
    if (size < 4) continue;
    cut[0] = static_cast<char>(size);
    EXPECT_THROW(all_of(read_ziplist, cut), CommandError) << size;
  }
  EXPECT_THROW(all_of(read_ziplist, ziplist(2, text({"\x00\xf6", 2}), 2)), CommandError);
  EXPECT_THROW(all_of(read_ziplist, ziplist(1, text({"\x00\xc1", 2}), 2)), CommandError);
  EXPECT_THROW(all_of(read_ziplist, good + "\xff"), CommandError);
  EXPECT_THROW(all_of(read_ziplist, ziplist(2, body, 3)), CommandError);
  for (const char size : {'\x01', '\x03', '\x00'}) {
    Bytes other_size = body;
    other_size[2] = size;
    EXPECT_THROW(all_of(read_ziplist, ziplist(2, other_size, 4)), CommandError);
  }
}

TEST(Ziplist, MayHaveNoElements) {
  EXPECT_THAT(all_of(read_ziplist, ziplist(0, "", 0)), ElementsAre());
}

TEST(Intset, HoldsIntegersOfOneSize) {
  EXPECT_THAT(
      all_of(read_intset, BytesView("\x02\x00\x00\x00\x02\x00\x00\x00\xff\xff\x07\x00", 12)),
      ElementsAre("-1", "7"));
  EXPECT_THAT(all_of(read_intset, BytesView("\x08\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00\x00"
                                            "\x00\x00\x80",
                                            16)),
              ElementsAre("-9223372036854775808"));
  EXPECT_THROW(all_of(read_intset, BytesView("\x03\x00\x00\x00\x01\x00\x00\x00\x01\x02\x03", 11)),
               CommandError);
  EXPECT_THROW(all_of(read_intset, BytesView("\x02\x00\x00\x00\x02\x00\x00\x00\xff\xff", 10)),
               CommandError);
  EXPECT_THROW(all_of(read_intset, BytesView("\x02\x00\x00\x00\x01\x00\x00\x00\xff", 9)),
               CommandError);
}

TEST(Intset, IsInOrder) {
  const auto of_two = [](const Bytes& integers) {
    return Bytes("\x02\x00\x00\x00\x02\x00\x00\x00", 8) + integers;
  };
  EXPECT_THROW(all_of(read_intset, of_two({"\x07\x00\xff\xff", 4})), CommandError);
  EXPECT_THROW(all_of(read_intset, of_two({"\x07\x00\x07\x00", 4})), CommandError);
}

}  // namespace
}  // namespace keemun::rdb
