#include "session.h"

namespace keemun::model {
namespace {

class TransactionModel : public Session {
 protected:
  Reply other(const Args& args) { return model_.execute(other_, args, now_ms_); }
  Client other_;
};

TEST_F(TransactionModel, QueuesUntilExec) {
  EXPECT_EQ(run({"multi"}), Reply::ok());
  EXPECT_EQ(run({"set", "k", "1"}), Reply::status("QUEUED"));
  EXPECT_EQ(run({"lpush", "k", "x"}), Reply::status("QUEUED"));
  EXPECT_EQ(run({"incr", "k"}), Reply::status("QUEUED"));
  EXPECT_EQ(other({"get", "k"}), Reply::null());
  EXPECT_EQ(show({"exec"}), "1) OK\n2) " + Bytes(kWrongType) + "\n3) (integer) 2");
  EXPECT_EQ(run({"get", "k"}), Reply::bulk("2"));
}

TEST_F(TransactionModel, RefusesWhatMakesNoSense) {
  EXPECT_EQ(show({"exec"}), "(error) ERR EXEC without MULTI");
  EXPECT_EQ(show({"discard"}), "(error) ERR DISCARD without MULTI");
  run({"multi"});
  EXPECT_EQ(show({"multi"}), "(error) ERR MULTI calls can not be nested");
  EXPECT_EQ(show({"watch", "k"}), "(error) ERR WATCH inside MULTI is not allowed");
  EXPECT_EQ(run({"exec"}), Reply::array());
}

TEST_F(TransactionModel, IsSpoiltByACommandThatCouldNotBeQueued) {
  run({"multi"});
  run({"set", "k", "v"});
  EXPECT_TRUE(run({"get"}).is_error());
  EXPECT_EQ(show({"exec"}), "(error) EXECABORT Transaction discarded because of previous errors.");
  EXPECT_EQ(run({"get", "k"}), Reply::null());
}

TEST_F(TransactionModel, EndsAtAnExecWithArguments) {
  run({"multi"});
  EXPECT_EQ(show({"exec", "x"}),
            "(error) EXECABORT Transaction discarded because of: wrong number of arguments for "
            "'exec' command");
  EXPECT_EQ(run({"ping"}), Reply::status("PONG"));
}

TEST_F(TransactionModel, ForgetsAtDiscard) {
  run({"watch", "k"});
  run({"multi"});
  run({"set", "k", "v"});
  EXPECT_EQ(run({"discard"}), Reply::ok());
  EXPECT_EQ(run({"get", "k"}), Reply::null());
  other({"set", "k", "w"});
  run({"multi"});
  EXPECT_EQ(run({"exec"}), Reply::array());
}

TEST_F(TransactionModel, FailsWhenAWatchedKeyChanged) {
  run({"watch", "a", "k"});
  other({"set", "k", "v"});
  run({"multi"});
  run({"set", "k", "mine"});
  EXPECT_EQ(run({"exec"}), Reply::null_array());
  EXPECT_EQ(run({"get", "k"}), Reply::bulk("v"));
}

TEST_F(TransactionModel, WatchesAKeyInItsDatabase) {
  run({"watch", "k"});
  other({"select", "1"});
  other({"set", "k", "v"});
  run({"multi"});
  EXPECT_EQ(run({"exec"}), Reply::array());
}

TEST_F(TransactionModel, FailsWhenAWatchedKeyExpired) {
  run({"psetex", "k", "10", "v"});
  run({"watch", "k"});
  now_ms_ += 11;
  run({"multi"});
  EXPECT_EQ(run({"exec"}), Reply::null_array());
}

TEST_F(TransactionModel, DoesNotMindAKeyThatHadExpiredBefore) {
  run({"psetex", "k", "10", "v"});
  now_ms_ += 11;
  run({"watch", "k"});
  EXPECT_EQ(other({"get", "k"}), Reply::null());
  other({"flushall"});
  run({"multi"});
  EXPECT_EQ(run({"exec"}), Reply::array());
}

TEST_F(TransactionModel, KnowsWhatCountsAsAChange) {
  run({"set", "k", "v"});
  run({"rpush", "l", "a"});
  EXPECT_TRUE(touches("k", {"expire", "k", "100"}));
  EXPECT_FALSE(touches("k", {"expire", "k", "100", "nx"}));
  EXPECT_TRUE(touches("k", {"persist", "k"}));
  EXPECT_FALSE(touches("k", {"persist", "k"}));
  EXPECT_TRUE(touches("k", {"set", "k", "v"}));
  EXPECT_TRUE(touches("k", {"append", "k", ""}));
  EXPECT_FALSE(touches("k", {"setrange", "k", "0", ""}));
  EXPECT_FALSE(touches("k", {"setbit", "k", "0", "0"}));
  EXPECT_TRUE(touches("l", {"ltrim", "l", "0", "-1"}));
  EXPECT_FALSE(touches("l", {"lrem", "l", "0", "x"}));
  EXPECT_FALSE(touches("k", {"copy", "k", "k2"}));
  EXPECT_TRUE(touches("k2", {"copy", "k", "k2", "replace"}));
  EXPECT_TRUE(touches("k", {"swapdb", "0", "1"}));
  EXPECT_FALSE(touches("k", {"flushdb"}));
}

}  // namespace
}  // namespace keemun::model
