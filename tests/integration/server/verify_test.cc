// `keemun verify` on `keemun serve`: every layout, and encodings that do not read before they
// write.
#include <gtest/gtest.h>

#include <string>

#include "support/keemun_process.h"
#include "support/keemun_program.h"
#include "support/raw_client.h"

namespace keemun {
namespace {

class Verified : public testing::Test {
 protected:
  Ended verify(const Bytes& arguments) {
    return run_keemun("verify --model --target unix:" + server_.socket_path() + " --out " +
                      server_.path("verified") + " " + arguments);
  }

  KeemunProcess server_;
};

TEST_F(Verified, AnswersAsRedisInEveryLayout) {
  for (const char* layout : {"plain", "md5", "slot"}) {
    KeemunProcess server;
    ASSERT_TRUE(server.start({"--key-layout", layout})) << server.output();
    const Ended ended =
        run_keemun("verify --model --commands 3000 --target unix:" + server.socket_path() +
                   " --out " + server.path("verified"));
    EXPECT_EQ(ended.status, 0) << layout << "\n" << ended.said;
  }
}

TEST_F(Verified, IsAllowedToBeBlindOnlyWhereThatIsSaid) {
  ASSERT_TRUE(server_.start({"--hash-encode-version", "1", "--set-encode-version", "1"}));
  const Bytes plans = "--seed 3 --groups hash,set,transactions --commands 5000 ";
  const Ended blind = verify(plans + "--blind hash,set");
  EXPECT_EQ(blind.status, 0) << blind.said;
  EXPECT_EQ(verify(plans).status, 1);
  EXPECT_EQ(verify(plans + "--blind hash").status, 1);
  EXPECT_EQ(verify(plans + "--blind zset").status, 2);
}

TEST_F(Verified, AnswersOfTheArdbFamilyAreExactUnlessItIsFast) {
  const Bytes plans = "--seed 3 --groups hash,set,transactions --commands 5000 ";
  ASSERT_TRUE(server_.start({"--encoding", "ardb"})) << server_.output();
  EXPECT_EQ(verify(plans).status, 0);
  KeemunProcess fast;
  ASSERT_TRUE(fast.start({"--encoding", "ardb", "--ardb-fast", "yes"})) << fast.output();
  const Bytes verify_fast =
      "verify --model --target unix:" + fast.socket_path() + " --out " + fast.path("v") + " ";
  const Ended blind = run_keemun(verify_fast + plans + "--blind hash,set");
  EXPECT_EQ(blind.status, 0) << blind.said;
  EXPECT_EQ(run_keemun(verify_fast + plans).status, 1);
}

// Else what a plan leaves is taken for an answer to the next one.
TEST_F(Verified, IsNotPlayedWhereKeysWouldStay) {
  ASSERT_TRUE(server_.start({"--rename-command", "DEL", "gone"})) << server_.output();
  RawClient client(server_.socket_path());
  client.ask({"SET", "of somebody", "v"});
  const Ended without_del = verify("--commands 1000");
  EXPECT_EQ(without_del.status, 2) << without_del.said;
  EXPECT_THAT(without_del.said, testing::HasSubstr("the server does not take DEL"));
  EXPECT_EQ(client.ask({"DBSIZE"}), "(integer) 1");
  KeemunProcess other;
  ASSERT_TRUE(other.start(
      {"--rename-command", "FLUSHALL", "gone", "--rename-command", "FLUSHDB", "FLUSHALL"}))
      << other.output();
  const Ended ended = run_keemun(
      "verify --model --seed 3 --groups string,generic,connection --commands 5000 --target unix:" +
      other.socket_path() + " --out " + other.path("v"));
  EXPECT_EQ(ended.status, 2) << ended.said;
  EXPECT_THAT(ended.said, testing::HasSubstr("the server still has keys behind FLUSHALL"));
}

TEST_F(Verified, SaysWhereItCannotKnowTheTime) {
  const Bytes warning = "TIME tells no time near ours";
  ASSERT_TRUE(server_.start({"--rename-command", "TIME", "gone"})) << server_.output();
  EXPECT_THAT(verify("--groups string --commands 500").said, testing::HasSubstr(warning));
  KeemunProcess other;
  ASSERT_TRUE(other.start());
  const Ended ended = run_keemun("verify --model --groups string --commands 500 --target unix:" +
                                 other.socket_path() + " --out " + other.path("v"));
  EXPECT_THAT(ended.said, testing::Not(testing::HasSubstr(warning)));
}

TEST_F(Verified, DatabasesHaveNamesWhereThatIsSaid) {
  ASSERT_TRUE(server_.start({"--encoding", "ardb"})) << server_.output();
  const Bytes plans = "--seed 6 --groups string,generic,connection,transactions --commands 20000 ";
  const Ended named = verify(plans + "--names");
  EXPECT_EQ(named.status, 0) << named.said;
  EXPECT_EQ(verify(plans).status, 1);
}

// The 65th name was none to INFO once, and its keys went in a FLUSHALL.
TEST_F(Verified, DestroysNothingUnderAnyName) {
  ASSERT_TRUE(server_.start({"--encoding", "ardb"})) << server_.output();
  RawClient client(server_.socket_path());
  for (int i = 0; i < 64; ++i) {
    client.ask({"SELECT", "n" + std::to_string(i)});
    client.ask({"SET", "a", "b"});
    client.ask({"DEL", "a"});
  }
  client.ask({"SELECT", "z"});
  client.ask({"SET", "precious", "data"});
  EXPECT_EQ(verify("--groups string --commands 500").status, 0);
  EXPECT_EQ(client.ask({"GET", "precious"}), "\"data\"");
}

}  // namespace
}  // namespace keemun
