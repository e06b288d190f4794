#include "base/name_index.h"

#include <gtest/gtest.h>

#include "base/ascii.h"

namespace keemun {
namespace {

TEST(NameIndex, FindsEachNameInAnyCase) {
  const BytesView names[] = {"get", "getdel", "object|encoding", "xgroup|createconsumer", "", "a"};
  const NameIndex index(names);
  for (size_t i = 0; i < std::size(names); ++i) EXPECT_EQ(index.find(names[i]), i) << names[i];
  EXPECT_EQ(index.find("GetDel"), 1);
  EXPECT_EQ(index.find("OBJECT|ENCODING"), 2);
  EXPECT_EQ(index.find("xGroup|CreateConsumeR"), 3);
}

TEST(NameIndex, FindsNothingThatIsLongerShorterOrEndsInNul) {
  const BytesView names[] = {"get"};
  const NameIndex index(names);
  for (const BytesView other : {"ge", "gets", "", "set", "get "}) {
    EXPECT_EQ(index.find(other), std::nullopt) << other;
  }
  EXPECT_EQ(index.find(BytesView("get\0", 4)), std::nullopt);
  EXPECT_EQ(index.find(Bytes(NameIndex::kNameBytesMax, 'g')), std::nullopt);
  EXPECT_EQ(index.find(Bytes(1'000'000, 'g')), std::nullopt);
}

TEST(NameIndex, FindsNothingInNoNames) {
  EXPECT_EQ(NameIndex({}).find("get"), std::nullopt);
}

// At each place of a name, in each of its numbers and with each length.
TEST(NameIndex, LooksAtEveryByte) {
  for (size_t size = 1; size <= NameIndex::kNameBytesMax; ++size) {
    const Bytes name(size, 'x');
    const BytesView names[] = {name};
    const NameIndex index(names);
    for (size_t at = 0; at < size; ++at) {
      for (int code = 0; code < 256; ++code) {
        Bytes other = name;
        other[at] = static_cast<char>(code);
        const bool is_same = code == 'x' || code == 'X';
        ASSERT_EQ(index.find(other).has_value(), is_same) << size << ' ' << at << ' ' << code;
      }
    }
  }
}

TEST(NameIndex, TakesBytesForOneAnotherAsAsciiDoes) {
  for (int code = 0; code < 256; ++code) {
    const Bytes name(1, static_cast<char>(code));
    const BytesView names[] = {name};
    const NameIndex index(names);
    for (int other_code = 0; other_code < 256; ++other_code) {
      const Bytes other(1, static_cast<char>(other_code));
      ASSERT_EQ(index.find(other).has_value(), ascii_equal_ignoring_case(name, other))
          << code << ' ' << other_code;
    }
  }
}

TEST(NameIndexDeath, RefusesWhatItCannotTellApart) {
  const BytesView twice[] = {"get", "GET"};
  EXPECT_DEATH(NameIndex{twice}, "");
  const Bytes long_name(NameIndex::kNameBytesMax + 1, 'g');
  const BytesView names[] = {long_name};
  EXPECT_DEATH(NameIndex{names}, "");
}

}  // namespace
}  // namespace keemun
