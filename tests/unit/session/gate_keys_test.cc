#include "session/gate_keys.h"

#include <gtest/gtest.h>

#include <vector>

#include "resp/split_arguments.h"

namespace keemun::session {
namespace {

GateKeys Keys(std::vector<BytesView> read, std::vector<BytesView> changed) {
  GateKeys keys;
  for (const BytesView key : read) keys.add(key, true);
  for (const BytesView key : changed) keys.add(key, false);
  return keys;
}

// What is only read stands in brackets.
Bytes GatesOf(BytesView request) {
  const auto words = resp::split_arguments(request);
  const std::vector<BytesView> args = commands::views_of(*words);
  GateKeys keys;
  add_gate_keys(*commands::find_command(args), args, keys);
  Bytes text = keys.are_all ? "all" : "";
  for (size_t i = 0; i < keys.keys.size(); ++i) {
    const Bytes key(keys.keys[i]);
    text += (i == 0 ? "" : " ") + (keys.is_only_read(i) ? "(" + key + ")" : key);
  }
  return text;
}

TEST(GateKeys, AreReadByWhatReads) {
  EXPECT_EQ(GatesOf("GET k"), "(k)");
  EXPECT_EQ(GatesOf("SINTERCARD 2 a b"), "(a) (b)");
  EXPECT_EQ(GatesOf("SORT_RO l"), "(l)");
  EXPECT_EQ(GatesOf("WATCH a b"), "(a) (b)");
  EXPECT_EQ(GatesOf("SET k v"), "k");
  EXPECT_EQ(GatesOf("DEL a b"), "a b");
}

TEST(GateKeys, AreReadWhereAnotherIsChangedByThem) {
  EXPECT_EQ(GatesOf("SUNIONSTORE to a b"), "(a) (b) to");
  EXPECT_EQ(GatesOf("ZUNIONSTORE to 2 a b"), "(a) (b) to");
  EXPECT_EQ(GatesOf("ZRANGESTORE to from 0 -1"), "(from) to");
  EXPECT_EQ(GatesOf("GEOSEARCHSTORE to from FROMMEMBER m BYBOX 1 1 m"), "(from) to");
  EXPECT_EQ(GatesOf("GEORADIUS from 0 0 1 m STORE to"), "(from) to");
  EXPECT_EQ(GatesOf("BITOP OR to a b"), "(a) (b) to");
  EXPECT_EQ(GatesOf("PFMERGE to a b"), "(a) (b) to");
  EXPECT_EQ(GatesOf("SORT from STORE to"), "(from) to");
  EXPECT_EQ(GatesOf("COPY from to"), "(from) to");
}

// Some of these say that they only look at their keys, and some at times do.
TEST(GateKeys, AreChangedWhereNoOtherIs) {
  EXPECT_EQ(GatesOf("XREADGROUP GROUP g c STREAMS a b > >"), "a b");
  EXPECT_EQ(GatesOf("PFCOUNT a b"), "a b");
  EXPECT_EQ(GatesOf("RENAME from to"), "from to");
  EXPECT_EQ(GatesOf("LMOVE from to LEFT LEFT"), "from to");
  EXPECT_EQ(GatesOf("SMOVE from to m"), "from to");
  EXPECT_EQ(GatesOf("GETEX k PX 1"), "k");
}

TEST(GateKeys, AreAllWhereItUsesWhatItDoesNotName) {
  EXPECT_EQ(GatesOf("FLUSHALL"), "all");
  EXPECT_EQ(GatesOf("EVAL 'return 1' 0"), "all");
  EXPECT_EQ(GatesOf("SORT l BY w*"), "all");
  EXPECT_EQ(GatesOf("KEYS *"), "");
}

TEST(GateKeys, CollideWhereOneWouldWaitForTheOther) {
  GateKeys all;
  all.are_all = true;
  const GateKeys reads = Keys({"a", "b"}, {});
  const GateKeys changes = Keys({"a"}, {"b", "c"});
  const GateKeys elsewhere = Keys({}, {"d"});
  EXPECT_FALSE(reads.collide_with(reads));
  EXPECT_TRUE(reads.collide_with(changes));
  EXPECT_TRUE(changes.collide_with(reads));
  EXPECT_FALSE(changes.collide_with(Keys({"a"}, {})));
  EXPECT_TRUE(changes.collide_with(Keys({}, {"a"})));
  EXPECT_TRUE(changes.collide_with(changes));
  EXPECT_FALSE(changes.collide_with(elsewhere));
  EXPECT_TRUE(all.collide_with(reads));
  EXPECT_TRUE(elsewhere.collide_with(all));
  EXPECT_TRUE(all.collide_with(all));
  EXPECT_FALSE(all.collide_with({}));
  EXPECT_FALSE(GateKeys().collide_with(all));
}

}  // namespace
}  // namespace keemun::session
