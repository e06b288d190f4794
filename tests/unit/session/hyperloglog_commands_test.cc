#include "redis_cli.h"

namespace keemun {
namespace {

using testing::HasSubstr;

class HyperLogLogCommands : public RedisCli {
 protected:
  Bytes Hex(const Bytes& key) {
    constexpr char kDigits[] = "0123456789abcdef";
    Bytes text;
    const resp::Reply value = Ask({"get", key});
    for (const char c : value.text()) {
      const auto byte = static_cast<unsigned char>(c);
      text += kDigits[byte >> 4];
      text += kDigits[byte & 0xf];
    }
    return text;
  }
  void AddNumbered(const Bytes& key, int first, int last) {
    for (int i = first; i <= last; ++i) {
      const Bytes element = "e" + std::to_string(i);
      Run({"pfadd", key, element});
    }
  }
};

// As redis-server 7.0.15 wrote them.
TEST_F(HyperLogLogCommands, WriteTheBytesOfRedis) {
  EXPECT_EQ(Run({"pfadd", "x", "a", "b", "c", "d", "e", "f", "g"}), "(integer) 1");
  const Bytes runs = "466d80560c80443c84388050b184498c80426d80425a";
  EXPECT_EQ(Hex("x"), "48594c4c010000000000000000000080" + runs);
  EXPECT_EQ(Run({"pfcount", "x"}), "(integer) 7");
  EXPECT_EQ(Hex("x"), "48594c4c010000000700000000000000" + runs);
  EXPECT_EQ(Run({"pfadd", "x", "g", "a"}), "(integer) 0");
  EXPECT_EQ(Hex("x"), "48594c4c010000000700000000000000" + runs);
  Run({"pfadd", "z", "", "0123456", "01234567", "012345678"});
  EXPECT_EQ(Run({"pfdebug", "decode", "z"}),
            "\"Z:594 v:2,1 Z:5343 v:2,1 Z:1728 v:3,1 Z:768 v:1,1 Z:7947\"");
}

TEST_F(HyperLogLogCommands, CountWhatRedisCounts) {
  AddNumbered("y", 1, 1500);
  EXPECT_EQ(Run({"pfdebug", "encoding", "y"}), "sparse");
  EXPECT_EQ(Run({"strlen", "y"}), "(integer) 2719");
  EXPECT_EQ(Run({"pfcount", "y"}), "(integer) 1509");
  AddNumbered("y", 1501, 2000);
  EXPECT_EQ(Run({"pfdebug", "encoding", "y"}), "dense");
  EXPECT_EQ(Run({"strlen", "y"}), "(integer) 12304");
  EXPECT_EQ(Run({"pfcount", "y"}), "(integer) 2000");
  AddNumbered("w", 1, 100'000);
  EXPECT_EQ(Run({"pfcount", "w"}), "(integer) 100853");
  EXPECT_EQ(Run({"pfcount", "w", "y", "none"}), "(integer) 100853");
}

TEST_F(HyperLogLogCommands, MakeKeysOfNothing) {
  EXPECT_EQ(Run({"pfcount", "none"}), "(integer) 0");
  EXPECT_EQ(Run({"pfadd", "k"}), "(integer) 1");
  EXPECT_EQ(Run({"pfadd", "k"}), "(integer) 0");
  EXPECT_EQ(Run({"pfcount", "k"}), "(integer) 0");
  EXPECT_EQ(Run({"pfmerge", "m"}), "OK");
  EXPECT_EQ(Run({"pfdebug", "decode", "m"}), "\"Z:16384\"");
}

TEST_F(HyperLogLogCommands, AreMergedIntoTheFirst) {
  Run({"pfadd", "a", "1", "2"});
  Run({"pfadd", "b", "2", "3"});
  EXPECT_EQ(Run({"pfcount", "a", "b"}), "(integer) 3");
  EXPECT_EQ(Run({"pfmerge", "a", "b", "none"}), "OK");
  EXPECT_EQ(Run({"pfcount", "a"}), "(integer) 3");
  EXPECT_EQ(Run({"pfdebug", "todense", "b"}), "(integer) 1");
  EXPECT_EQ(Run({"pfdebug", "todense", "b"}), "(integer) 0");
  EXPECT_EQ(Run({"pfmerge", "c", "a", "b"}), "OK");
  EXPECT_EQ(Run({"pfdebug", "encoding", "c"}), "dense");
  EXPECT_EQ(Run({"pfcount", "c"}), "(integer) 3");
  EXPECT_EQ(Run({"pfadd", "b", "2", "3"}), "(integer) 0");
  EXPECT_EQ(Ask({"pfdebug", "getreg", "a"}), Ask({"pfdebug", "getreg", "c"}));
}

TEST_F(HyperLogLogCommands, KeepTheirTimeAndTellWhoWatches) {
  Run({"pfadd", "k", "a"});
  Run({"pexpire", "k", "5000"});
  Run({"pfadd", "k", "b"});
  EXPECT_EQ(Run({"pttl", "k"}), "(integer) 5000");
  Run({"watch", "k"});
  EXPECT_EQ(Run({"pfcount", "k"}), "(integer) 2");
  Run({"multi"});
  EXPECT_EQ(Run({"exec"}), "(nil)");
  Run({"watch", "k"});
  EXPECT_EQ(Run({"pfcount", "k"}), "(integer) 2");
  Run({"multi"});
  EXPECT_EQ(Run({"exec"}), "(empty array)");
}

TEST_F(HyperLogLogCommands, RefuseWhatIsNone) {
  const Bytes kNoSuch = "(error) WRONGTYPE Key is not a valid HyperLogLog string value.";
  Run({"set", "s", "HYLL"});
  EXPECT_EQ(Run({"pfadd", "s", "a"}), kNoSuch);
  EXPECT_EQ(Run({"pfcount", "s"}), kNoSuch);
  EXPECT_EQ(Run({"pfmerge", "m", "s"}), kNoSuch);
  EXPECT_EQ(Run({"exists", "m"}), "(integer) 0");
  Run({"pfadd", "k", "a"});
  Run({"append", "k", "hello"});
  EXPECT_EQ(Run({"pfcount", "k"}), "(error) INVALIDOBJ Corrupted HLL object detected");
  EXPECT_EQ(Run({"pfmerge", "m", "k"}), "(error) INVALIDOBJ Corrupted HLL object detected");
  Run({"setrange", "k", "4", "2"});
  EXPECT_EQ(Run({"pfcount", "k"}), kNoSuch);
  Run({"rpush", "l", "a"});
  EXPECT_THAT(Run({"pfadd", "l", "a"}), HasSubstr("WRONGTYPE Operation against a key"));
  EXPECT_EQ(Run({"pfdebug", "decode", "none"}), "(error) ERR The specified key does not exist");
  Run({"pfadd", "p", "a"});
  EXPECT_EQ(Run({"pfdebug", "x\ny", "p"}), "(error) ERR Unknown PFDEBUG subcommand 'x y'");
  Run({"pfdebug", "todense", "p"});
  EXPECT_EQ(Run({"pfdebug", "decode", "p"}), "(error) ERR HLL encoding is not sparse");
}

}  // namespace
}  // namespace keemun
