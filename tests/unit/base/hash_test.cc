#include "base/hash.h"

#include <gtest/gtest.h>

#include <functional>
#include <set>
#include <unordered_map>

namespace keemun {
namespace {

// These numbers come from a Python program that follows the same definition. A recorded run can be
// replayed only as long as they stand.
TEST(HashBytes, NeverChangesItsMeaning) {
  EXPECT_EQ(hash_bytes(""), 0xbece05f804e08995);
  EXPECT_EQ(hash_bytes("a"), 0x1ee94663a193a1cf);
  EXPECT_EQ(hash_bytes("a", 1), 0x5eeea77796ffd64e);
  EXPECT_EQ(hash_bytes("abcdefgh"), 0x7b62055d8961378a);
  EXPECT_EQ(hash_bytes("0123456789abcdef"), 0xbbfc70364e3b89ca);
  EXPECT_EQ(hash_bytes("0123456789abcdef0"), 0x642c20c82540fa7c);
  EXPECT_EQ(hash_bytes("The quick brown fox jumps over the lazy dog", 42), 0x147b35b12a6a0c7);
}

TEST(HashDraw, NeverChangesItsMeaning) {
  EXPECT_EQ(hash_draw(0, 0, 0), 0xcc49160eb1ef5392);
  EXPECT_EQ(hash_draw(1, 0, 0), 0x4f979cbc57dac4cb);
  EXPECT_EQ(hash_draw(0, 1, 0), 0x5c6272a06362c557);
  EXPECT_EQ(hash_draw(0, 0, 1), 0x304d876796221c63);
  EXPECT_EQ(hash_draw(~0ull, ~0ull, ~0ull), 0x56e9a59eb0ab48f3);
  EXPECT_EQ(hash_draw(42, 7, 3), 0x523fc06e240cf8e9);
}

TEST(HashBytes, TellsRunsOfZerosApart) {
  std::set<uint64_t> hashes;
  for (size_t size = 0; size < 100; ++size) hashes.insert(hash_bytes(Bytes(size, '\0')));
  EXPECT_EQ(hashes.size(), 100u);
}

TEST(HashBytes, SeesEveryByteOfALongText) {
  const Bytes text(67, 'x');
  std::set<uint64_t> hashes{hash_bytes(text)};
  for (size_t i = 0; i < text.size(); ++i) {
    Bytes changed = text;
    changed[i] = 'y';
    hashes.insert(hash_bytes(changed));
  }
  EXPECT_EQ(hashes.size(), text.size() + 1);
}

TEST(HashDraw, FillsSmallRangesEvenlyFromCounters) {
  constexpr int kDraws = 16000;
  int counts[16] = {};
  for (uint64_t i = 0; i < kDraws; ++i) ++counts[hash_draw(1, 2, i) % 16];
  // Five standard deviations of a fair die with sixteen sides.
  for (const int count : counts) EXPECT_NEAR(count, kDraws / 16, 155);
}

// The third root is what a factor is mixed with: these make it zero, for whoever can read.
std::vector<Bytes> colliding_texts() {
  Bytes factor;
  for (int byte = 0; byte < 8; ++byte) {
    factor += static_cast<char>(kHashRoots[2] >> (8 * byte) & 0xFF);
  }
  std::vector<Bytes> texts;
  for (int i = 100; i < 200; ++i) texts.push_back(factor + "number" + std::to_string(i) + "behind");
  return texts;
}

TEST(TableHash, KeepsApartWhatCollidesForWhoeverKnowsNoSecret) {
  std::set<uint64_t> open;
  std::set<uint64_t> secret;
  std::set<uint64_t> another;
  for (const Bytes& text : colliding_texts()) {
    open.insert(TableHash()(text));
    secret.insert(TableHash(1)(text));
    another.insert(TableHash(2)(text));
  }
  EXPECT_LT(open.size(), 20U);
  EXPECT_EQ(secret.size(), 100U);
  EXPECT_EQ(another.size(), 100U);
  EXPECT_NE(secret, another);
}

TEST(TableHash, LetsATableFindByView) {
  std::unordered_map<Bytes, int, TableHash, std::equal_to<>> table{{"a", 1}, {"b", 2}};
  const auto found = table.find(BytesView("b"));
  ASSERT_NE(found, table.end());
  EXPECT_EQ(found->second, 2);
}

}  // namespace
}  // namespace keemun
