// `keemun sim` as one types it: what it says, and with which status it ends.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "keemun_program.h"
#include "temporary_directory.h"

namespace keemun {
namespace {

using testing::HasSubstr;

// Each test stands in a directory of its own: plans that break a law are left there.
class SimCommand : public testing::Test {
 protected:
  SimCommand() { std::filesystem::current_path(directory_ / ""); }
  ~SimCommand() override { std::filesystem::current_path(before_); }

  static Ended sim(const Bytes& arguments) { return run_keemun("sim " + arguments); }

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

}  // namespace
}  // namespace keemun
