// Scripts as commands: one unit of work, what they may call, what becomes of them when they fail.
#include "redis_cli.h"

namespace keemun {
namespace {

using testing::StartsWith;

class ScriptCommands : public RedisCli {};

TEST_F(ScriptCommands, RunAsOneUnit) {
  Run({"set", "k", "1"});
  kv_.reset_counts();
  EXPECT_EQ(Run({"eval",
                 "for i = 1, 10 do redis.call('incr', KEYS[1]) end "
                 "return redis.call('get', KEYS[1])",
                 "1", "k"}),
            "\"11\"");
  EXPECT_EQ(kv_.counts().commits, 1);
}

TEST_F(ScriptCommands, KeepWhatTheyWroteBeforeTheyFailed) {
  EXPECT_THAT(Run({"eval", "redis.call('set', 'k', 'v') error('late')", "0"}),
              StartsWith("(error) ERR user_script:1: late script: "));
  EXPECT_EQ(Run({"get", "k"}), "\"v\"");
}

TEST_F(ScriptCommands, AreKnownByTheirDigest) {
  EXPECT_EQ(Run({"evalsha", "e0e1f9fabfc9d4800c877a703b823ac0578ff8db", "0"}),
            "(error) NOSCRIPT No matching script. Please use EVAL.");
  Run({"eval", "return 1", "0"});
  EXPECT_EQ(Run({"evalsha", "E0E1F9FABFC9D4800C877A703B823AC0578FF8DB", "0"}), "(integer) 1");
  EXPECT_EQ(Run({"evalsha_ro", "e0e1f9fabfc9d4800c877a703b823ac0578ff8db", "0"}), "(integer) 1");
  EXPECT_EQ(Run({"evalsha", "e0e1", "x"}), "(error) NOSCRIPT No matching script. Please use EVAL.");
}

TEST_F(ScriptCommands, CountTheirKeys) {
  EXPECT_EQ(Run({"eval", "return #KEYS", "2", "a", "b", "c"}), "(integer) 2");
  EXPECT_EQ(Run({"eval", "return 1", "2", "a"}),
            "(error) ERR Number of keys can't be greater than number of args");
  EXPECT_EQ(Run({"eval", "return 1", "-1"}), "(error) ERR Number of keys can't be negative");
  EXPECT_EQ(Run({"eval", "return 1", "x"}), "(error) ERR value is not an integer or out of range");
}

TEST_F(ScriptCommands, MayNotCallEverything) {
  const auto call = [this](const Bytes& words) {
    return Run({"eval", "return redis.pcall(" + words + ")", "0"});
  };
  for (const char* words :
       {"'eval', 'return 1', '0'", "'multi'", "'watch', 'k'", "'blpop', 'l', '0'"}) {
    EXPECT_EQ(call(words), "(error) ERR This Redis command is not allowed from script") << words;
  }
  EXPECT_EQ(call("'nosuch'"), "(error) ERR Unknown Redis command called from script");
  EXPECT_EQ(call("'object', 'nosuch', 'k'"),
            "(error) ERR Unknown Redis command called from script");
  EXPECT_EQ(call("'get'"), "(error) ERR Wrong number of args calling Redis command from script");
  EXPECT_EQ(call("'blmpop', '0', '1', 'l', 'LEFT'"), "(nil)");
  EXPECT_EQ(session_.take_waiting(), std::nullopt);
}

TEST_F(ScriptCommands, ThatReadOnlyDoNotWrite) {
  constexpr BytesView kRefusal =
      "(error) ERR Write commands are not allowed from read-only scripts.";
  EXPECT_EQ(Run({"eval_ro", "return redis.pcall('set', 'k', 'v')", "0"}), kRefusal);
  EXPECT_EQ(Run({"eval", "#!lua flags=no-writes\nreturn redis.pcall('set', 'k', 'v')", "0"}),
            kRefusal);
  EXPECT_EQ(Run({"eval_ro", "return redis.call('get', 'k')", "0"}), "(nil)");
  EXPECT_EQ(Run({"eval_ro", "#!lua\nreturn 1", "0"}),
            "(error) ERR Can not execute a script with write flag using *_ro command.");
}

TEST_F(ScriptCommands, HaveADatabaseOfTheirOwn) {
  EXPECT_EQ(Run({"eval", "redis.call('select', 1) return redis.call('set', 'k', 'v')", "0"}), "OK");
  EXPECT_EQ(Run({"get", "k"}), "(nil)");
  Run({"select", "1"});
  EXPECT_EQ(Run({"eval", "return redis.call('get', 'k')", "0"}), "\"v\"");
}

TEST_F(ScriptCommands, AreQueuedLikeOthers) {
  Run({"set", "other", "1"});
  Run({"multi"});
  Run({"set", "k", "1"});
  EXPECT_EQ(Run({"eval", "return redis.call('incr', 'k')", "0"}), "QUEUED");
  Run({"evalsha", "x", "0"});
  Run({"incr", "k"});
  kv_.reset_counts();
  EXPECT_EQ(Run({"exec"}),
            "1) OK\n2) (integer) 2\n3) (error) NOSCRIPT No matching script. Please use EVAL.\n"
            "4) (integer) 3");
  EXPECT_EQ(kv_.counts().commits, 1);
}

TEST_F(ScriptCommands, TellWatchersWhatTheyWrote) {
  session::Session other(core_);
  const std::vector<BytesView> watch = {"watch", "k"};
  other.execute(watch);
  Run({"eval", "redis.call('set', 'k', 'v')", "0"});
  other.execute(std::vector<BytesView>{"multi"});
  EXPECT_TRUE(other.execute(std::vector<BytesView>{"exec"}).is_null());
}

// Whose keys they do not name are others' business meanwhile.
TEST_F(ScriptCommands, PassAllGates) {
  for (const char* name : {"eval", "evalsha", "eval_ro", "evalsha_ro"}) {
    session::GateKeys wanted;
    const std::vector<BytesView> words = {name, "return 1", "1", "k"};
    session::add_gate_keys(*commands::find_command(words), words, wanted);
    EXPECT_TRUE(wanted.are_all) << name;
  }
}

// The time is one for the whole script: what is there at its beginning is there at its end.
TEST_F(ScriptCommands, StandStillInTime) {
  Run({"set", "k", "v", "px", "100"});
  EXPECT_EQ(Run({"eval",
                 "return {redis.call('pttl', 'k'), redis.call('pexpire', 'k', 50), "
                 "redis.call('pttl', 'k')}",
                 "0"}),
            "1) (integer) 100\n2) (integer) 1\n3) (integer) 50");
}

}  // namespace
}  // namespace keemun
