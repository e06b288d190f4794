#include "session.h"

namespace keemun::model {
namespace {

class BitModel : public Session {};

TEST_F(BitModel, SetsAndGetsSingleBits) {
  EXPECT_EQ(run({"setbit", "k", "7", "1"}), integer(0));
  EXPECT_EQ(run({"setbit", "k", "7", "0"}), integer(1));
  EXPECT_EQ(run({"getbit", "k", "100"}), integer(0));
  EXPECT_EQ(run({"strlen", "k"}), integer(1));
  EXPECT_EQ(show({"setbit", "k", "4294967296", "1"}),
            "(error) ERR bit offset is not an integer or out of range");
  EXPECT_EQ(show({"setbit", "k", "#1", "1"}),
            "(error) ERR bit offset is not an integer or out of range");
  EXPECT_EQ(show({"setbit", "k", "1", "2"}), "(error) ERR bit is not an integer or out of range");
}

TEST_F(BitModel, CountsBitsInBytesAndBits) {
  run({"set", "k", "foobar"});
  EXPECT_EQ(run({"bitcount", "k"}), integer(26));
  EXPECT_EQ(run({"bitcount", "k", "1", "1"}), integer(6));
  EXPECT_EQ(run({"bitcount", "k", "5", "30", "bit"}), integer(17));
  EXPECT_EQ(run({"bitcount", "k", "-1", "-2", "x"}), integer(0));
  EXPECT_EQ(show({"bitcount", "k", "0"}), "(error) ERR syntax error");
  EXPECT_EQ(run({"bitcount", "none", "x"}), integer(0));
}

TEST_F(BitModel, FindsTheFirstBit) {
  run({"set", "k", Bytes("\xff\xf0\x00", 3)});
  EXPECT_EQ(run({"bitpos", "k", "0"}), integer(12));
  EXPECT_EQ(run({"bitpos", "k", "1", "2"}), integer(-1));
  EXPECT_EQ(run({"bitpos", "k", "1", "7", "-1", "bit"}), integer(7));
  run({"set", "k", "\xff\xff"});
  EXPECT_EQ(run({"bitpos", "k", "0"}), integer(16));
  EXPECT_EQ(run({"bitpos", "k", "0", "0"}), integer(16));
  EXPECT_EQ(run({"bitpos", "k", "0", "0", "-1"}), integer(-1));
  EXPECT_EQ(run({"bitpos", "none", "0"}), integer(0));
  EXPECT_EQ(run({"bitpos", "none", "1"}), integer(-1));
  EXPECT_EQ(show({"bitpos", "k", "2"}), "(error) ERR The bit argument must be 1 or 0.");
}

TEST_F(BitModel, CombinesStringsOfDifferentLength) {
  run({"mset", "a", "abc", "b", "a"});
  EXPECT_EQ(run({"bitop", "and", "d", "a", "b"}), integer(3));
  EXPECT_EQ(run({"get", "d"}), Reply::bulk(Bytes("a\0\0", 3)));
  EXPECT_EQ(run({"bitop", "xor", "d", "a", "a", "b"}), integer(3));
  EXPECT_EQ(run({"get", "d"}), Reply::bulk(Bytes("a\0\0", 3)));
  EXPECT_EQ(run({"bitop", "not", "d", "b"}), integer(1));
  EXPECT_EQ(run({"get", "d"}), Reply::bulk("\x9e"));
  EXPECT_EQ(run({"bitop", "or", "d", "none"}), integer(0));
  EXPECT_EQ(run({"exists", "d"}), integer(0));
  EXPECT_EQ(show({"bitop", "not", "d", "a", "b"}),
            "(error) ERR BITOP NOT must be called with a single source key.");
}

TEST_F(BitModel, KeepsIntegersOfAnyWidth) {
  EXPECT_EQ(
      show({"bitfield", "k", "set", "i8", "0", "-1", "get", "u4", "#0", "incrby", "u4", "#1", "1"}),
      "1) (integer) 0\n2) (integer) 15\n3) (integer) 0");
  EXPECT_EQ(show({"bitfield_ro", "k", "get", "i64", "0"}), "1) (integer) -1152921504606846976");
  EXPECT_EQ(run({"strlen", "k"}), integer(1));
}

TEST_F(BitModel, TreatsOverflowAsAsked) {
  EXPECT_EQ(show({"bitfield", "k", "overflow", "sat", "incrby", "i5", "0", "100", "incrby", "u5",
                  "5", "-1", "overflow", "fail", "incrby", "i5", "0", "1"}),
            "1) (integer) 15\n2) (integer) 0\n3) (nil)");
  EXPECT_EQ(show({"bitfield", "k", "incrby", "i5", "0", "1"}), "1) (integer) -16");
  EXPECT_EQ(show({"bitfield", "k", "overflow", "sat", "set", "u5", "0", "-1", "get", "u5", "0"}),
            "1) (integer) 16\n2) (integer) 31");
}

// Redis 7.0 counts in 64 bits how far a number is below the highest.
TEST_F(BitModel, SaturatesWhatIsTooFarBelowToTheHighest) {
  const auto set_to = [this](const char* number) {
    run({"bitfield", "k", "overflow", "sat", "set", "i8", "0", number});
    return run({"bitfield", "k", "get", "i8", "0"}).items().front();
  };
  EXPECT_EQ(set_to("-9223372036854775808"), integer(127));
  EXPECT_EQ(set_to("-9223372036854775681"), integer(127));
  EXPECT_EQ(set_to("-9223372036854775680"), integer(-128));
}

TEST_F(BitModel, AFailedFieldStillMakesRoom) {
  EXPECT_FALSE(touches("k", {"bitfield", "k", "overflow", "fail", "incrby", "u8", "0", "256"}));
  EXPECT_EQ(run({"strlen", "k"}), integer(1));
}

TEST_F(BitModel, RefusesOddFields) {
  const Bytes bad_type =
      "(error) ERR Invalid bitfield type. Use something like i16 u8. Note that u64 is not "
      "supported but i64 is.";
  for (const Bytes type : {"u64", "i65", "i0", "x8", "", "u"}) {
    EXPECT_EQ(show({"bitfield", "k", "get", type, "0"}), bad_type);
  }
  EXPECT_EQ(show({"bitfield_ro", "k", "set", "u8", "0", "1"}),
            "(error) ERR BITFIELD_RO only supports the GET subcommand");
  EXPECT_EQ(show({"bitfield", "k", "overflow", "x"}),
            "(error) ERR Invalid OVERFLOW type specified");
  EXPECT_EQ(show({"bitfield", "k", "get", "u8"}), "(error) ERR syntax error");
}

}  // namespace
}  // namespace keemun::model
