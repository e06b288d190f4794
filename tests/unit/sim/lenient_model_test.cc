// A server with blind encodings is let off where spec/inexact.md lets it off, alone and in
// transactions, and is held to everything else.
#include "inexact/lenient_model.h"

#include <gtest/gtest.h>

namespace keemun::inexact {
namespace {

using resp::Reply;

constexpr int64_t kNowMs = 1'700'000'000'000;

class Lenient : public testing::Test {
 protected:
  // Whether the oracle takes the answer.
  bool takes(const model::Args& args, const Reply& observed) {
    return oracle_.judge(client_, args, kNowMs, observed).same;
  }

  LenientModel oracle_{{}, {.of_hashes = true, .of_sets = true}};
  model::Client client_;
};

TEST_F(Lenient, TakesTheNumberThatWasGivenWhereTheKeyIsThere) {
  EXPECT_TRUE(takes({"SADD", "s", "a"}, Reply::integer(1)));
  EXPECT_TRUE(takes({"SADD", "s", "a", "b"}, Reply::integer(2)));
  EXPECT_TRUE(takes({"SADD", "s", "a", "b"}, Reply::integer(0)));
  EXPECT_FALSE(takes({"SADD", "s", "a", "b"}, Reply::integer(1)));
  EXPECT_TRUE(takes({"SREM", "s", "x"}, Reply::integer(1)));
  EXPECT_TRUE(takes({"HSET", "h", "f", "v"}, Reply::integer(1)));
  EXPECT_TRUE(takes({"HDEL", "h", "x", "y"}, Reply::integer(2)));
  EXPECT_FALSE(takes({"SCARD", "s"}, Reply::integer(3)));
}

TEST_F(Lenient, IsSureOfAKeyThatIsNotThere) {
  EXPECT_FALSE(takes({"SREM", "none", "x"}, Reply::integer(1)));
  EXPECT_FALSE(takes({"HDEL", "none", "x"}, Reply::integer(1)));
}

TEST_F(Lenient, HoldsWhatIsNotBlindToRedis) {
  LenientModel strict({}, {.of_sets = true});
  model::Client client;
  strict.judge(client, {"HSET", "h", "f", "v"}, kNowMs, Reply::integer(1));
  EXPECT_FALSE(strict.judge(client, {"HSET", "h", "f", "v"}, kNowMs, Reply::integer(1)).same);
}

TEST_F(Lenient, LooksAtEachReplyOfATransaction) {
  takes({"SADD", "s", "a"}, Reply::integer(1));
  const auto executes = [&](int64_t added, int64_t count) {
    EXPECT_TRUE(takes({"MULTI"}, Reply::ok()));
    EXPECT_TRUE(takes({"SADD", "s", "a"}, Reply::status("QUEUED")));
    EXPECT_TRUE(takes({"SCARD", "s"}, Reply::status("QUEUED")));
    return takes({"EXEC"}, Reply::array({Reply::integer(added), Reply::integer(count)}));
  };
  EXPECT_TRUE(executes(0, 1));
  EXPECT_TRUE(executes(1, 1));
  EXPECT_FALSE(executes(2, 1));
  EXPECT_FALSE(executes(1, 2));
}

TEST_F(Lenient, IsSureOfAKeyThatIsNotThereInATransactionToo) {
  const auto executes = [](int64_t of_none, int64_t of_gone) {
    LenientModel oracle({}, {.of_hashes = true, .of_sets = true});
    model::Client client;
    const std::vector<model::Args> requests = {{"SADD", "s", "a"},
                                               {"MULTI"},
                                               {"HDEL", "none", "x"},
                                               {"SREM", "s", "a"},
                                               {"SREM", "s", "b"}};
    for (const model::Args& args : requests) oracle.model().execute(client, args, kNowMs);
    const Reply reply =
        Reply::array({Reply::integer(of_none), Reply::integer(1), Reply::integer(of_gone)});
    return oracle.judge(client, {"EXEC"}, kNowMs, reply).same;
  };
  EXPECT_TRUE(executes(0, 0));
  EXPECT_FALSE(executes(1, 0));
  EXPECT_FALSE(executes(0, 1));
}

class Watching : public Lenient {
 protected:
  // Whether an EXEC may fail after this command between it and its WATCH of `s`, `h` and `n`, of
  // which the last is not there.
  bool may_fail_after(const model::Args& args) {
    LenientModel oracle({}, {.of_hashes = true, .of_sets = true});
    model::Client watching;
    model::Client other;
    oracle.model().execute(other, model::Args{"SADD", "s", "a", "b"}, kNowMs);
    oracle.model().execute(other, model::Args{"HSET", "h", "f", "v"}, kNowMs);
    oracle.model().execute(watching, model::Args{"WATCH", "s", "h", "n"}, kNowMs);
    oracle.model().execute(other, args, kNowMs);
    oracle.model().execute(watching, model::Args{"MULTI"}, kNowMs);
    return oracle.judge(watching, {"EXEC"}, kNowMs, Reply::null_array()).same;
  }
};

TEST_F(Watching, FailsWhereABlindWriteMayHaveChangedAWatchedKey) {
  EXPECT_TRUE(may_fail_after({"SADD", "s", "a"}));
  EXPECT_TRUE(may_fail_after({"SREM", "s", "x"}));
  EXPECT_TRUE(may_fail_after({"HDEL", "h", "x"}));
  EXPECT_TRUE(may_fail_after({"EVAL", "redis.call('SADD', KEYS[1], 'a')", "1", "s"}));
  EXPECT_TRUE(may_fail_after({"SADD", "n", "a"}));
}

TEST_F(Watching, FailsNowhereElse) {
  EXPECT_FALSE(may_fail_after({"PING"}));
  EXPECT_FALSE(may_fail_after({"SCARD", "s"}));
  EXPECT_FALSE(may_fail_after({"SADD", "other", "a"}));
  EXPECT_FALSE(may_fail_after({"SREM", "n", "a"}));
  EXPECT_FALSE(may_fail_after({"SADD", "h", "a"}));
  EXPECT_FALSE(may_fail_after({"HSETNX", "h", "f", "v"}));
  EXPECT_FALSE(may_fail_after({"SMOVE", "s", "n", "x"}));
}

TEST_F(Lenient, TakesTheFailureOfWhoWatchesOnce) {
  takes({"SADD", "s", "a"}, Reply::integer(1));
  EXPECT_TRUE(takes({"WATCH", "s"}, Reply::ok()));
  EXPECT_TRUE(takes({"SADD", "s", "a"}, Reply::integer(1)));
  EXPECT_TRUE(takes({"MULTI"}, Reply::ok()));
  EXPECT_TRUE(takes({"EXEC"}, Reply::null_array()));
  EXPECT_TRUE(takes({"MULTI"}, Reply::ok()));
  EXPECT_FALSE(takes({"EXEC"}, Reply::null_array()));
}

}  // namespace
}  // namespace keemun::inexact
