// An alarm that has never rung proves nothing: oracles with a planted defect must be caught by the
// same plans that find no fault in the real one, and each difference must shrink to a few commands.
#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <map>
#include <set>
#include <stdexcept>

#include "base/ascii.h"
#include "support/redis_server.h"
#include "verify/campaign.h"

namespace keemun::verify {
namespace {

bool is(const Args& args, BytesView name) {
  return ascii_equal_ignoring_case(args[0], name);
}

// HDEL k a a counts the field twice.
class CountsDuplicates : public ModelOracle {
 public:
  Judgement judge(size_t number, const Args& args, int64_t now_ms, const Reply& seen) override {
    Judgement judgement = ModelOracle::judge(number, args, now_ms, seen);
    if (!is(args, "hdel") || judgement.expected.kind() != Reply::Kind::kInteger) return judgement;
    const std::set<Bytes> distinct(args.begin() + 2, args.end());
    const auto repeats = static_cast<int64_t>(args.size() - 2 - distinct.size());
    if (judgement.expected.integer() == 0) return judgement;
    judgement.expected = Reply::integer(judgement.expected.integer() + repeats);
    judgement.same = judgement.same && repeats == 0;
    return judgement;
  }
};

// A key loses its time when it is renamed.
class ForgetsExpiryOnRename : public ModelOracle {
 public:
  Judgement judge(size_t number, const Args& args, int64_t now_ms, const Reply& seen) override {
    Judgement judgement = ModelOracle::judge(number, args, now_ms, seen);
    if (is(args, "rename") && judgement.expected == Reply::ok()) {
      model().execute(client(number), Args{"PERSIST", args[2]}, now_ms);
    }
    return judgement;
  }
};

// ZADD GT moves a score down too.
class TakesGreaterForAny : public ModelOracle {
 public:
  Judgement judge(size_t number, const Args& args, int64_t now_ms, const Reply& seen) override {
    Args without = args;
    if (is(args, "zadd") && args.size() > 4 && ascii_equal_ignoring_case(args[2], "gt")) {
      without.erase(without.begin() + 2);
    }
    return ModelOracle::judge(number, without, now_ms, seen);
  }
};

// And when it goes to another database.
class ForgetsExpiryOnMove : public ModelOracle {
 public:
  Judgement judge(size_t number, const Args& args, int64_t now_ms, const Reply& seen) override {
    Judgement judgement = ModelOracle::judge(number, args, now_ms, seen);
    if (is(args, "move") && judgement.expected == Reply::integer(1)) {
      model::Client there;
      there.database = std::stoul(args[2]);
      model().execute(there, Args{"PERSIST", args[1]}, now_ms);
    }
    return judgement;
  }
};

// SORT with STORE leaves the time of what it takes the place of.
class KeepsExpiryUnderSort : public ModelOracle {
 public:
  Judgement judge(size_t number, const Args& args, int64_t now_ms, const Reply& seen) override {
    const auto store = is(args, "sort") ? std::find(args.begin(), args.end(), "STORE") : args.end();
    if (args.end() - store < 2) return ModelOracle::judge(number, args, now_ms, seen);
    const Bytes key = *(store + 1);
    model::Client it = client(number);
    const Reply time = model().execute(it, Args{"PEXPIRETIME", key}, now_ms);
    Judgement judgement = ModelOracle::judge(number, args, now_ms, seen);
    if (judgement.expected.is_error() || it.in_multi || time.integer() < 0) return judgement;
    model().execute(it, Args{"PEXPIREAT", key, std::to_string(time.integer())}, now_ms);
    return judgement;
  }
};

// Times to live are whole seconds.
class RoundsTimes : public ModelOracle {
 public:
  Judgement judge(size_t number, const Args& args, int64_t now_ms, const Reply& seen) override {
    Args rounded = args;
    const bool has_time = is(args, "pexpireat") && args.size() > 2 && args[2].size() > 3;
    if (has_time) rounded[2].replace(rounded[2].size() - 3, 3, "000");
    return ModelOracle::judge(number, rounded, now_ms, seen);
  }
};

class PlantedDefect : public testing::Test {
 protected:
  template <typename Broken>
  void expect_caught(size_t events_max) {
    const auto target = server_.connect();
    CampaignOptions options;
    options.command_count = 200'000;
    options.findings_max = 1;
    options.player.now_ms = wall_clock_ms;
    options.player.oracle = [] { return std::make_unique<Broken>(); };
    const Outcome outcome = Campaign(*target, nullptr, options).run(nullptr);
    ASSERT_FALSE(outcome.findings.empty());
    const Finding& finding = outcome.findings.front();
    EXPECT_TRUE(finding.reproducible);
    EXPECT_LE(finding.smallest.events.size(), events_max) << transcript(finding);
  }

  RedisServer server_;
};

TEST_F(PlantedDefect, OfCountingDuplicatesIsCaught) {
  expect_caught<CountsDuplicates>(2);
}
TEST_F(PlantedDefect, OfForgettingExpiryIsCaught) {
  expect_caught<ForgetsExpiryOnRename>(4);
}
TEST_F(PlantedDefect, OfIgnoringAnOptionIsCaught) {
  expect_caught<TakesGreaterForAny>(4);  // two members, where it shows in their order alone
}

TEST_F(PlantedDefect, OfForgettingExpiryBetweenDatabasesIsCaught) {
  expect_caught<ForgetsExpiryOnMove>(6);
}
TEST_F(PlantedDefect, OfKeepingExpiryIsCaught) {
  expect_caught<KeepsExpiryUnderSort>(4);
}
TEST_F(PlantedDefect, OfRoundingTimesIsCaught) {
  expect_caught<RoundsTimes>(5);  // of a transaction, whose answer it is then
}

// A server that answers INCR too high, and where that is said knows no LPOS.
class BrokenServer : public Target {
 public:
  explicit BrokenServer(Target& inner, int64_t too_high, bool knows_lpos = true)
      : inner_(inner), too_high_(too_high), knows_lpos_(knows_lpos) {}

  void send(size_t client, const Args& args) override {
    inner_.send(client, args);
    names_[client].push_back(ascii_lower(args[0]));
  }
  Reply receive(size_t client) override {
    const Reply reply = inner_.receive(client);
    const Bytes name = names_[client].front();
    names_[client].pop_front();
    if (name == "lpos" && !knows_lpos_) return Reply::error("ERR unknown command 'LPOS'");
    const bool bent = name == "incr" && reply.kind() == Reply::Kind::kInteger;
    return bent ? Reply::integer(reply.integer() + too_high_) : reply;
  }

 private:
  Target& inner_;
  int64_t too_high_;
  bool knows_lpos_;
  std::map<size_t, std::deque<Bytes>> names_;
};

class BesideAReference : public PlantedDefect {
 protected:
  Outcome outcome_of(Target& target, Target& reference) {
    options_.command_count = 30'000;
    options_.player.now_ms = wall_clock_ms;
    return Campaign(target, &reference, options_).run(nullptr);
  }

  std::unique_ptr<Target> redis_ = server_.connect();
  CampaignOptions options_;
};

TEST_F(BesideAReference, ADefectOfTheServerIsNotBlamedOnTheVerifier) {
  BrokenServer target(*redis_, 1, false);
  options_.generator.groups = {commands::Group::kString, commands::Group::kList};
  const Outcome outcome = outcome_of(target, *redis_);
  ASSERT_EQ(outcome.findings.size(), 1u);
  EXPECT_EQ(outcome.findings[0].command, "incr");
  EXPECT_EQ(outcome.findings[0].smallest.events.size(), 1u);
  EXPECT_TRUE(outcome.verifier_defects.empty());
  EXPECT_TRUE(outcome.reference_differences.empty());
  EXPECT_GT(outcome.commands.at("lpos").unknown, 0u);
  EXPECT_EQ(outcome.commands.at("lpos").different, 0u);
}

TEST_F(BesideAReference, ADefectOfTheOracleIsBlamedOnTheVerifier) {
  const auto target = server_.connect();
  options_.generator.groups = {commands::Group::kHash};
  options_.player.oracle = [] { return std::make_unique<CountsDuplicates>(); };
  const Outcome outcome = outcome_of(*target, *redis_);
  EXPECT_TRUE(outcome.findings.empty());
  EXPECT_TRUE(outcome.reference_differences.empty());
  ASSERT_EQ(outcome.verifier_defects.size(), 1u);
  const Finding& defect = outcome.verifier_defects[0];
  EXPECT_EQ(defect.command, "hdel");
  const Bytes shown = transcript(defect);
  const Bytes observed = to_transcript(defect.difference.observed) + "\n";
  EXPECT_NE(shown.find("target:    " + observed), Bytes::npos) << shown;
  EXPECT_NE(shown.find("reference: " + observed), Bytes::npos) << shown;
}

// Two defects that look the same from afar hide neither.
TEST_F(BesideAReference, WhatBothDoWrongInTheirOwnWayIsADifferenceOfEach) {
  BrokenServer target(*redis_, 1);
  BrokenServer reference(*redis_, 1000);
  options_.generator.groups = {commands::Group::kString};
  const Outcome outcome = outcome_of(target, reference);
  ASSERT_EQ(outcome.findings.size(), 1u);
  EXPECT_EQ(outcome.findings[0].command, "incr");
  ASSERT_EQ(outcome.reference_differences.size(), 1u);
  EXPECT_EQ(outcome.reference_differences[0].command, "incr");
  EXPECT_TRUE(outcome.verifier_defects.empty());
}

TEST_F(BesideAReference, ADefectOfTheReferenceIsItsOwn) {
  BrokenServer reference(*redis_, 1000);
  options_.generator.groups = {commands::Group::kString};
  const Outcome outcome = outcome_of(*redis_, reference);
  EXPECT_TRUE(outcome.findings.empty());
  EXPECT_TRUE(outcome.verifier_defects.empty());
  ASSERT_EQ(outcome.reference_differences.size(), 1u);
  EXPECT_EQ(outcome.commands.at("incr").different, 0u);
  const Finding& difference = outcome.reference_differences[0];
  ASSERT_EQ(difference.smallest.events.size(), 1u);
  EXPECT_EQ(transcript(difference).substr(transcript(difference).find('\n') + 1),
            "target:    (integer) 1\nexpected:  (integer) 1\nreference: (integer) 1001\n");
}

// Tells whether it has seen a difference.
class TellingOracle : public CountsDuplicates {
 public:
  explicit TellingOracle(bool& has_differed) : has_differed_(has_differed) {}

  Judgement judge(size_t number, const Args& args, int64_t now_ms, const Reply& seen) override {
    Judgement judgement = CountsDuplicates::judge(number, args, now_ms, seen);
    has_differed_ = has_differed_ || !judgement.same;
    return judgement;
  }

 private:
  bool& has_differed_;
};

TEST_F(PlantedDefect, IsReportedWhateverEndsTheRun) {
  const auto target = server_.connect();
  bool has_differed = false;
  CampaignOptions options;
  options.player.now_ms = wall_clock_ms;
  options.generator.groups = {commands::Group::kHash};
  options.player.oracle = [&has_differed] {
    if (has_differed) throw std::out_of_range("it is at its wits' end");
    return std::make_unique<TellingOracle>(has_differed);
  };
  const Outcome outcome = Campaign(*target, nullptr, options).run(nullptr);
  ASSERT_TRUE(outcome.interruption);
  EXPECT_EQ(outcome.interruption->why, "it is at its wits' end");
  ASSERT_EQ(outcome.findings.size(), 1u);
  EXPECT_EQ(outcome.findings[0].command, "hdel");
  EXPECT_FALSE(outcome.findings[0].reproducible);
}

// A server that answers one HLEN wrongly, and no other.
class LiesOnce : public Target {
 public:
  explicit LiesOnce(Target& inner) : inner_(inner) {}

  void send(size_t client, const Args& args) override {
    sent_[client].push_back(is(args, "hlen"));
    inner_.send(client, args);
  }
  Reply receive(size_t client) override {
    Reply reply = inner_.receive(client);
    const bool is_length = sent_[client].front();
    sent_[client].pop_front();
    if (!is_length || reply.kind() != Reply::Kind::kInteger || has_lied_) return reply;
    has_lied_ = true;
    return Reply::integer(reply.integer() + kLie);
  }
  static constexpr int64_t kLie = 1000;

 private:
  Target& inner_;
  std::map<size_t, std::deque<bool>> sent_;
  bool has_lied_ = false;
};

TEST_F(PlantedDefect, ThatIsSeenOnceIsShownAsItWasSeen) {
  const auto redis = server_.connect();
  LiesOnce target(*redis);
  CampaignOptions options;
  options.player.now_ms = wall_clock_ms;
  options.generator.groups = {commands::Group::kHash};
  options.command_count = 5'000;
  size_t last_done = 0;
  const Outcome outcome =
      Campaign(target, nullptr, options).run([&](size_t done, size_t) { last_done = done; });
  ASSERT_EQ(outcome.findings.size(), 1u);
  const Finding& finding = outcome.findings[0];
  EXPECT_FALSE(finding.reproducible);
  EXPECT_EQ(finding.smallest.events.size(), finding.difference.event_index + 1);
  ASSERT_EQ(finding.target_replies.size(), finding.smallest.events.size());
  EXPECT_EQ(finding.target_replies.back(), finding.difference.observed);
  EXPECT_GE(finding.target_replies.back().integer(), LiesOnce::kLie);
  // What was played to make it small is none of the plans.
  EXPECT_EQ(outcome.command_count, last_done);
  EXPECT_GT(outcome.plan_count, 10u);
}

// A server that goes down at the first LTRIM.
class MortalServer : public Target {
 public:
  explicit MortalServer(Target& inner) : inner_(inner) {}

  void send(size_t client, const Args& args) override {
    if (is(args, "ltrim")) throw TargetError("the server went down");
    inner_.send(client, args);
  }
  Reply receive(size_t client) override { return inner_.receive(client); }

 private:
  Target& inner_;
};

TEST_F(PlantedDefect, ThatEndsTheServerIsReportedWithItsPlan) {
  const auto redis = server_.connect();
  MortalServer target(*redis);
  CampaignOptions options;
  options.player.now_ms = wall_clock_ms;
  options.generator.groups = {commands::Group::kList};
  const Outcome outcome = Campaign(target, nullptr, options).run(nullptr);
  ASSERT_TRUE(outcome.interruption);
  EXPECT_EQ(outcome.interruption->why, "the server went down");
  EXPECT_FALSE(outcome.interruption->plan.events.empty());
}

}  // namespace
}  // namespace keemun::verify
