// A stream that a redis-server wrote, and what is done to it.
#include "rdb/stream.h"

#include <gtest/gtest.h>

#include <random>

#include "base/command_error.h"
#include "rdb/stream_node.h"

namespace keemun::rdb {
namespace {

Bytes from_hex(BytesView hex) {
  Bytes bytes;
  for (size_t i = 0; i < hex.size(); i += 2) {
    bytes.push_back(static_cast<char>(std::stoi(Bytes(hex.substr(i, 2)), nullptr, 16)));
  }
  return bytes;
}

// Of redis-server 7.0.15: three entries, one that is deleted among them, a group with two
// consumers, of which one is called 12345. A listpack is compressed, a name is an integer.
const Bytes kOfRedis = from_hex(
    "13011000000000000000010000000000000001c34053410c1e0c0100001f00030101010201896669656c64"
    "2d6f6e650a856f746865720600201500002001030c01bc61e03200023d05014061e03b4700022001e03b47"
    "000020910fdfff020101817102f290eefe040601ff0304000101020104010167030181ffffffffffffffff"
    "0200000000000000010000000000000001e803000000000000412c00000000000000030000000000000001"
    "e803000000000000412c02c13930e724e707a20100000005616c696365e724e707a2010000020000000000"
    "000001000000000000000100000000000000030000000000000001");

TEST(RdbStream, OfARedisServerIsRead) {
  ASSERT_TRUE(is_stream(kOfRedis));
  const Stream stream = read_stream(kOfRedis);
  ASSERT_EQ(stream.entries.size(), 3u);
  EXPECT_EQ(stream.entries[1].id, (StreamId{3, 1}));
  EXPECT_EQ(stream.entries[1].words,
            (std::vector<Bytes>{"field-one", "12", "other", Bytes(60, 'a')}));
  EXPECT_EQ(stream.entries[2].words, (std::vector<Bytes>{"q", "-70000"}));
  EXPECT_EQ(stream.last_id, (StreamId{4, 0}));
  EXPECT_EQ(stream.past.greatest_deleted, (StreamId{2, 1}));
  EXPECT_EQ(stream.past.entries_added, 4);
  const Stream::Group& group = stream.groups.at("g");
  EXPECT_EQ(group.group.last_delivered, (StreamId{3, 1}));
  EXPECT_EQ(group.group.entries_read, types::kEntriesReadUnknown);
  EXPECT_EQ(group.consumers.at("alice").pending, 2);
  EXPECT_EQ(group.consumers.at("12345").pending, 0);
  ASSERT_EQ(group.pending.size(), 2u);
  EXPECT_EQ(group.pending[1].id, (StreamId{3, 1}));
  EXPECT_EQ(group.pending[1].consumer, "alice");
  EXPECT_EQ(group.pending[1].delivered_at_ms, 1000);
  EXPECT_EQ(group.pending[1].deliveries, 300);
}

// No nodes; length and last id; first id, greatest deleted one, how many were added; a group of
// which nothing is pending, with a consumer, of whom Redis 7.2 knows when it was active.
TEST(RdbStream, OfOtherRedisServersIsRead) {
  const Bytes seen = "0100000000000000";
  const Stream of_redis5 =
      read_stream(from_hex("0f000005000101670300000101635555555555555555"
                           "00"));
  EXPECT_EQ(of_redis5.last_id, (StreamId{5, 0}));
  EXPECT_EQ(of_redis5.past.entries_added, 0);
  EXPECT_EQ(of_redis5.groups.at("g").group.last_delivered, (StreamId{3, 0}));
  EXPECT_EQ(of_redis5.groups.at("g").group.entries_read, 0);
  EXPECT_EQ(of_redis5.groups.at("g").consumers.size(), 1u);
  const Stream of_redis72 =
      read_stream(from_hex("150000050000000000070101670300060001"
                           "0163" +
                           seen +
                           "0200000000000000"
                           "00"));
  EXPECT_EQ(of_redis72.past.entries_added, 7);
  EXPECT_EQ(of_redis72.groups.at("g").group.entries_read, 6);
  EXPECT_EQ(of_redis72.groups.at("g").consumers.at("c").seen_at_ms, 1);
}

TEST(RdbStream, IsRefusedWhereverItEnds) {
  for (size_t i = 1; i < kOfRedis.size(); ++i) {
    EXPECT_THROW(read_stream(kOfRedis.substr(0, i)), CommandError) << i;
  }
}

TEST(RdbStream, HoldsTogetherOrIsRefused) {
  std::mt19937_64 chance(1);
  int read = 0;
  for (int round = 0; round < 20'000; ++round) {
    Bytes damaged = kOfRedis;
    for (int i = 0; i < 2; ++i) {
      damaged[1 + chance() % (damaged.size() - 1)] = static_cast<char>(chance());
    }
    try {
      const Stream stream = read_stream(damaged);
      ++read;
      ASSERT_FALSE(stream.entries.empty());
      EXPECT_LE(stream.entries.back().id, stream.last_id);
    } catch (const CommandError&) {
    }
  }
  EXPECT_GT(read, 0);
}

TEST(RdbStream, OfALengthThatCannotBeIsRefused) {
  const Bytes node = from_hex("13011000000000000000010000000000000001c30181000000ffffffffff00");
  EXPECT_THROW(read_stream(node), CommandError);
}

// Ten bytes of a node may stand for a name of any size.
TEST(RdbStream, ThatRepeatsALongNameIsRefusedWhereMemoryEnds) {
  const Bytes name(10'000, 'n');
  std::vector<types::StreamEntry> entries;
  for (uint64_t i = 1; i <= 100; ++i) entries.push_back({{i, 0}, {name, "v"}});
  const Bytes node = write_stream_node(entries);
  ASSERT_LT(node.size(), 2 * name.size());
  std::vector<types::StreamEntry> read;
  Budget much;
  read_stream_node({1, 0}, node, much, read);
  EXPECT_EQ(read.size(), entries.size());
  Budget little;
  little.spend((size_t{1} << 30) - 20 * name.size());
  EXPECT_THROW(read_stream_node({1, 0}, node, little, read), CommandError);
}

}  // namespace
}  // namespace keemun::rdb
