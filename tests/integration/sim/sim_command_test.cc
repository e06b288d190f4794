// `keemun sim` as one types it: what it says, and with which status it ends.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "support/keemun_program.h"
#include "support/temporary_directory.h"

namespace keemun {
namespace {

using testing::HasSubstr;
using testing::Not;

// Each test stands in a directory of its own: plans that break a law are left there.
class SimCommand : public testing::Test {
 protected:
  SimCommand() { std::filesystem::current_path(directory_ / ""); }
  ~SimCommand() override { std::filesystem::current_path(before_); }

  static Ended sim(const Bytes& arguments) { return run_keemun("sim " + arguments); }
  static void ExpectRefusal(const Bytes& arguments, BytesView reason) {
    const Ended ended = sim(arguments);
    EXPECT_EQ(ended.status, 2) << arguments << "\n" << ended.said;
    EXPECT_THAT(ended.said, HasSubstr(reason)) << arguments;
  }

 private:
  const std::filesystem::path before_ = std::filesystem::current_path();
  TemporaryDirectory directory_;
};

TEST_F(SimCommand, EndsWithNothingWhereNoLawIsBroken) {
  const Ended ended = sim("--seed 1 --plans 3 --events 50");
  EXPECT_EQ(ended.status, 0);
  EXPECT_THAT(ended.said, HasSubstr("\n3 plans, "));
  EXPECT_THAT(ended.said, HasSubstr(" faults, 0 failures, digest 0x"));
}

TEST_F(SimCommand, SaysWhichLawIsBrokenAndHowToSeeItAgain) {
  const Ended ended = sim("--seed 1 --plans 1 --events 50 --canary");
  EXPECT_EQ(ended.status, 1);
  EXPECT_THAT(ended.said, HasSubstr("law broken: canary at event 1 of failure-"));
  const size_t repro = ended.said.find("repro: keemun sim ");
  ASSERT_NE(repro, Bytes::npos) << ended.said;
  const size_t start = repro + Bytes("repro: keemun sim ").size();
  const Ended again = sim(ended.said.substr(start, ended.said.find('\n', start) - start));
  EXPECT_EQ(again.status, 1);
  EXPECT_EQ(again.said, ended.said);
}

TEST_F(SimCommand, RefusesWorldsThatCannotBeAsTheyAreAskedFor) {
  const std::pair<const char*, const char*> refused[] = {
      {"--family ardb --class tikv_raw", "the ardb family needs a store whose batches are atomic"},
      {"--encoding zset:3 --processes 2", "a stored index belongs to one process"},
      {"--class tikv_raw --processes 3", "processes share a store that takes batches"},
      {"--class rocksdb --processes 2", "processes share a store that takes batches"},
      {"--schedule inline --processes 2", "an inline world has one process"},
      {"--family ardb --encoding hash:1", "the ardb family has one encoding of a hash"},
      {"--family ardb --encoding set:0,zset:1", "the ardb family has one encoding of a set"},
      {"--family ardb --layout md5", "the ardb family has one layout of keys"},
      {"--encoding hash:1,hash:2", "--encoding names hash twice"},
      {"--encoding hash:1 --encoding hash:1", "--encoding names hash twice"},
      {"--encoding list:1", "--encoding takes hash:N, set:N, zset:N, not list:1"},
      {"--encoding hash:9", "no such encode version: 9"},
      {"--processes 5", "processes must be 1 to 4"},
      {"--class nope", "no such class of worlds: nope"},
      {"--bench --class tikv_raw --processes 3", "processes share a store that takes batches"},
  };
  for (const auto& [arguments, reason] : refused) {
    ExpectRefusal("--plans 2 --events 20 " + Bytes(arguments), reason);
  }
}

TEST_F(SimCommand, RefusesNumbersThatMakeNoCampaign) {
  const std::pair<const char*, const char*> refused[] = {
      {"--plans -1", "--plans: takes a number, 1 to 1000000000, not '-1'"},
      {"--plans 0", "--plans: takes a number"},
      {"--plans 010", "--plans: takes a number"},
      {"--plans 1e3", "--plans: takes a number"},
      {"--plans 99999999999", "--plans: takes a number"},
      {"--minutes -1", "--minutes: takes a number, 1 to 43200, not '-1'"},
      {"--minutes 0", "--minutes: takes a number"},
      {"--minutes 99999999999999999999", "--minutes: takes a number"},
      {"--events -1", "--events: takes a number, 1 to 1000000, not '-1'"},
      {"--events 0", "--events: takes a number"},
      {"--events 100000000000", "--events: takes a number"},
      {"--jobs 0", "--jobs: takes a number, 1 to 256, not '0'"},
      {"--jobs -2", "--jobs: takes a number"},
      {"--seed -1",
       "--seed takes a number, decimal or 0x…, or the 40 digits of a commit, not '-1'"},
      {"--seed ''", "--seed takes a number"},
      {"--seed 1x", "--seed takes a number"},
      {"--seed 0x", "--seed takes a number"},
      {"--seed 99999999999999999999", "--seed takes a number"},
  };
  for (const auto& [arguments, reason] : refused) ExpectRefusal(arguments, reason);
}

TEST_F(SimCommand, RefusesCountsThatNobodyCanPrint) {
  for (const Bytes command : {"inspect . --keys", "check . --problems"}) {
    const Ended ended = run_keemun(command + " -1");
    EXPECT_EQ(ended.status, 2);
    EXPECT_THAT(ended.said, HasSubstr(": takes a number, 0 to 1000000000000, not '-1'"));
  }
}

TEST_F(SimCommand, ReadsSeedsAsDecimalNumbersUnlessTheyAreMarked) {
  const std::pair<const char*, const char*> seeds[] = {
      {"8", "0x8"},
      {"08", "0x8"},
      {"010", "0xa"},
      {"0x1f", "0x1f"},
      {"18446744073709551615", "0xffffffffffffffff"},
      {"0123456789abcdef0123456789abcdef01234567", "0x123456789abcdef"},
  };
  for (const auto& [text, seed] : seeds) {
    const Ended ended = sim("--plans 1 --events 1 --seed " + Bytes(text));
    EXPECT_THAT(ended.said, testing::StartsWith("seed " + Bytes(seed) + "\n")) << text;
  }
}

// What would be without an effect is not said in earnest.
TEST_F(SimCommand, RefusesOptionsThatDoNotBearUponEachOther) {
  std::ofstream("one.plan") << "c1 PING\n";
  for (const Bytes arguments :
       {"--bench --plan one.plan", "--bench --shrink one.plan", "--bench --jobs 2",
        "--bench --trace", "--bench --minutes 1", "--plan one.plan --class nope",
        "--plan one.plan --class memory", "--plan one.plan --seed 1", "--plan one.plan --jobs 2",
        "--plan one.plan --canary", "--plan one.plan --groups hash", "--shrink one.plan --events 3",
        "--shrink one.plan --trace", "--shrink one.plan --plan one.plan",
        "--minutes 1 --plans 3"}) {
    const Ended ended = sim(arguments);
    EXPECT_EQ(ended.status, 2) << arguments << "\n" << ended.said;
    EXPECT_THAT(ended.said, HasSubstr(" excludes ")) << arguments;
  }
  EXPECT_EQ(sim("--plan one.plan --trace").status, 0);
}

// Everything up to the closing lines, cut where a plan begins.
std::vector<Bytes> plans_of(Bytes said) {
  said.resize(said.find(" virtual hours"));
  said.resize(said.rfind('\n'));
  std::vector<Bytes> plans;
  constexpr BytesView kBegins = "\nthe plan of seed ";
  for (size_t start = said.find(kBegins); start != Bytes::npos;) {
    const size_t end = said.find(kBegins, start + 1);
    plans.push_back(said.substr(start, end - start));
    start = end;
  }
  return plans;
}

TEST_F(SimCommand, TracesOnePlanAfterAnother) {
  const Bytes traced = "--seed 1 --plans 12 --events 200 --trace --jobs ";
  const std::vector<Bytes> alone = plans_of(sim(traced + "1").said);
  EXPECT_EQ(alone.size(), 12U);
  EXPECT_THAT(plans_of(sim(traced + "4").said), testing::UnorderedElementsAreArray(alone));
}

TEST_F(SimCommand, SaysWhatOneOfItsThreadsCouldNotDo) {
  const Ended ended = sim("--class tikv_raw --family ardb --plans 3 --seed 1 --jobs 2");
  EXPECT_EQ(ended.status, 2);
  EXPECT_THAT(ended.said, HasSubstr("keemun sim: the ardb family needs a store"));
}

TEST_F(SimCommand, SaysWhatBrokeWhereNoPlanCanBeWritten) {
  std::filesystem::current_path("/proc");
  for (const Bytes jobs : {"1", "2"}) {
    const Ended ended = sim("--seed 1 --plans 3 --events 20 --canary --jobs " + jobs);
    EXPECT_EQ(ended.status, 1);
    const size_t law = ended.said.find("law broken: canary");
    const size_t repro = ended.said.find("repro: keemun sim --seed 0x");
    const size_t unwritten = ended.said.find("keemun sim: cannot write failure-");
    EXPECT_LT(law, repro) << ended.said;
    EXPECT_LT(repro, unwritten) << ended.said;
    EXPECT_NE(unwritten, Bytes::npos) << ended.said;
    EXPECT_THAT(ended.said, HasSubstr(" faults, 3 failures, digest 0x"));
  }
}

TEST_F(SimCommand, StopsAfterAHundredFailures) {
  for (const Bytes jobs : {"1", "3"}) {
    const Ended ended = sim("--seed 1 --plans 2000 --events 5 --canary --jobs " + jobs);
    EXPECT_EQ(ended.status, 1);
    EXPECT_THAT(ended.said, HasSubstr("\nstopped after 100 failures\n"));
    EXPECT_THAT(ended.said, HasSubstr("\n100 plans, "));
    EXPECT_THAT(ended.said, HasSubstr(" faults, 100 failures, digest 0x"));
  }
  EXPECT_THAT(sim("--seed 1 --plans 99 --events 5 --canary").said, Not(HasSubstr("stopped")));
}

TEST_F(SimCommand, SaysWhatItHasPlayedWhenASignalEndsIt) {
  const Bytes signalled_once_it_plays =
      "sh -c '\"$@\" >said & until grep -qs seed said; do sleep 0.05; done; "
      "kill -TERM $!; wait $!; status=$?; cat said; exit $status' sh ";
  const Ended ended =
      run_keemun("sim --minutes 1000 --jobs 2 --events 50", signalled_once_it_plays);
  EXPECT_EQ(ended.status, 2) << ended.said;
  EXPECT_THAT(ended.said, HasSubstr(" faults, 0 failures, digest 0x"));
  EXPECT_THAT(ended.said, HasSubstr("ended by a signal"));
}

TEST_F(SimCommand, RefusesAPlanThatIsNone) {
  std::ofstream("empty.plan") << "";
  std::ofstream("header.plan") << "# nothing\nseed 0x1\noption class memory\n";
  std::ofstream("late.plan") << "# late\noption class rocksdb\noption schedule fifo\n\nkv late\n";
  std::ofstream("world.plan") << "option class nope\nc1 PING\n";
  std::ofstream("wrong.plan") << "c1 PING\nbang\n";
  const std::pair<const char*, const char*> refused[] = {
      {".", "the plan '.': it is a directory"},
      {"''", "the plan '': it cannot be read"},
      {"none.plan", "the plan 'none.plan': it cannot be read"},
      {"empty.plan", "the plan 'empty.plan': it has no event"},
      {"header.plan", "the plan 'header.plan': it has no event"},
      {"late.plan",
       "the plan 'late.plan': line 5: does not happen in this world, of class rocksdb: kv late"},
      {"world.plan", "the plan 'world.plan': no such class of worlds: nope"},
      {"wrong.plan", "the plan 'wrong.plan': line 2: no event begins with bang"},
  };
  for (const auto& [path, reason] : refused) {
    for (const Bytes how : {"--plan ", "--shrink "}) {
      const Ended ended = sim(how + path);
      EXPECT_EQ(ended.status, 2) << how << path << "\n" << ended.said;
      EXPECT_EQ(ended.said, "keemun sim: " + Bytes(reason) + "\n");
    }
  }
}

TEST_F(SimCommand, MakesAFailingPlanSmall) {
  std::ofstream("long.plan") << "option canary on\nc1 SET s1 a\nc1 GET s1\nc2 GET s1\n";
  const Ended ended = sim("--shrink long.plan");
  EXPECT_EQ(ended.status, 1);
  EXPECT_THAT(ended.said, HasSubstr("seed 0x0\noption canary on\n"));
  EXPECT_THAT(ended.said, HasSubstr("law broken: canary at event 1 of failure-"));
  EXPECT_THAT(ended.said, HasSubstr("\n1 plans, 1 commands, "));
}

TEST_F(SimCommand, SaysThatAPlanWhichHoldsIsNotMadeSmall) {
  std::ofstream("sound.plan") << "c1 SET s1 a\nc1 GET s1\n";
  const Ended ended = sim("--shrink sound.plan");
  EXPECT_EQ(ended.status, 0);
  EXPECT_THAT(ended.said, HasSubstr("no law is broken: there is nothing to make small\n"));
}

TEST_F(SimCommand, NamesThePlanItWasGivenAndLeavesNoOther) {
  std::ofstream("one.plan") << "option canary on\nc1 PING\n";
  const Ended ended = sim("--plan one.plan");
  EXPECT_EQ(ended.status, 1);
  EXPECT_THAT(ended.said, HasSubstr("law broken: canary at event 1 of one.plan\n"));
  EXPECT_THAT(ended.said, HasSubstr("repro: keemun sim --plan one.plan\n"));
  const auto files = std::filesystem::directory_iterator(".");
  EXPECT_EQ(std::distance(begin(files), end(files)), 1);
}

}  // namespace
}  // namespace keemun
