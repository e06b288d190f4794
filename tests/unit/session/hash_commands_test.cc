#include "format/key_layout.h"
#include "format/key_meta.h"
#include "redis_cli.h"

namespace keemun {
namespace {

using HashCommands = RedisCli;

TEST_F(HashCommands, CountOnlyFieldsThatAreNew) {
  EXPECT_EQ(Run({"HSET", "h", "a", "1", "b", "2", "a", "3"}), "(integer) 2");
  EXPECT_EQ(Run({"hset", "h", "b", "2", "c", "4"}), "(integer) 1");
  EXPECT_EQ(Run({"hget", "h", "a"}), "\"3\"");
  EXPECT_EQ(Run({"hlen", "h"}), "(integer) 3");
}

TEST_F(HashCommands, DropTheKeyWithItsLastField) {
  Run({"hset", "h", "a", "1"});
  EXPECT_EQ(Run({"hdel", "h", "a", "a", "b"}), "(integer) 1");
  EXPECT_EQ(Run({"hlen", "h"}), "(integer) 0");
  Run({"hset", "h", "z", "1"});
  EXPECT_EQ(Run({"hkeys", "h"}), "1) \"z\"");
}

// As camellia leaves it where it falls between the writes of two rows.
TEST_F(HashCommands, LoseNothingOfAKeyThatCountsTooFewFields) {
  Run({"hset", "h", "a", "1", "b", "2", "c", "3"});
  const Bytes row = core_.settings.databases.front().meta_key("h");
  auto meta = *format::decode_key_meta(kv_.rows().at(row));
  meta.count = 1;
  kv_.rows().at(row) = format::encode_key_meta(meta);
  EXPECT_EQ(Run({"hdel", "h", "a"}), "(integer) 1");
  EXPECT_EQ(Run({"hlen", "h"}), "(integer) 2");
  EXPECT_EQ(Run({"hdel", "h", "b", "c"}), "(integer) 2");
  EXPECT_EQ(Run({"exists", "h"}), "(integer) 0");
}

TEST_F(HashCommands, SeeWritesOfTheSameTransactionAndCommitOnce) {
  Run({"multi"});
  EXPECT_EQ(Run({"hset", "h", "a", "1"}), "QUEUED");
  Run({"hget", "h", "a"});
  Run({"hincrby", "h", "a", "4"});
  Run({"hincrby", "h", "a", "x"});
  kv_.reset_counts();
  EXPECT_EQ(
      Run({"exec"}),
      "1) (integer) 1\n2) \"1\"\n3) (integer) 5\n4) (error) ERR value is not an integer or out of "
      "range");
  EXPECT_EQ(kv_.counts().commits, 2);  // one of them reserves versions
}

}  // namespace
}  // namespace keemun
