#include "plan/plan_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace keemun::plan {
namespace {

using namespace std::string_literals;
using testing::HasSubstr;

size_t error_line(BytesView text) {
  try {
    from_text(text);
  } catch (const PlanTextError& error) {
    return error.line();
  }
  return 0;
}

Bytes error_of(BytesView text) {
  try {
    from_text(text);
  } catch (const PlanTextError& error) {
    return error.what();
  }
  return "no error";
}

TEST(PlanText, IsReadAsOneWouldWriteIt) {
  const Plan plan = from_text(
      "# scores must move\n"
      "seed 0x1f\n"
      "option class tikv_raw\n"
      "\n"
      "c1 ZADD z 2 a\n"
      "  c2 set \"a key\" '' \"\\x00\\xff\\n\"\n"
      "clock p1 +250\n"
      "clock p2 -1\n"
      "kv late 3\n"
      "crash now\n");
  EXPECT_EQ(plan.seed, 0x1fu);
  EXPECT_EQ(plan.options.at("class"), "tikv_raw");
  ASSERT_EQ(plan.events.size(), 6u);
  EXPECT_EQ(plan.events[0], (Event{1, CommandEvent{1, {"ZADD", "z", "2", "a"}}}));
  EXPECT_EQ(plan.events[1], (Event{2, CommandEvent{2, {"set", "a key", "", "\0\xff\n"s}}}));
  EXPECT_EQ(plan.events[2], (Event{3, ClockEvent{1, 250}}));
  EXPECT_EQ(plan.events[3], (Event{4, ClockEvent{2, -1}}));
  EXPECT_EQ(plan.events[4], (Event{5, FaultEvent{Fault::kKvLate, 3}}));
  EXPECT_EQ(plan.events[5], (Event{6, FaultEvent{Fault::kCrash, 0}}));
  EXPECT_EQ(from_text(to_text(plan)), plan);
  EXPECT_EQ(client_count(plan), 2u);
}

TEST(PlanText, TellsTheLineOfEachEvent) {
  EXPECT_EQ(read_text("# what\nseed 1\nc1 PING\n\n# and\nclock p1 +1\ncrash now").lines,
            (std::vector<size_t>{3, 6, 7}));
}

TEST(PlanText, KeepsTheIdsOfWhatIsLeftOfAPlan) {
  Plan plan;
  plan.events = {{3, CommandEvent{1, {"PING"}}}, {4, ClockEvent{1, 0}}, {9, ClockEvent{1, 7}}};
  const Bytes text = to_text(plan);
  EXPECT_EQ(text, "seed 0x0\n3: c1 PING\nclock p1 +0\n9: clock p1 +7\n");
  EXPECT_EQ(from_text(text), plan);
}

TEST(PlanText, QuotesWhatIsNotPlain) {
  EXPECT_EQ(argument_text("plain:1"), "plain:1");
  EXPECT_EQ(argument_text(""), "\"\"");
  EXPECT_EQ(argument_text("a b"), "\"a b\"");
  EXPECT_EQ(argument_text("\0\xff\\\""s), "\"\\x00\\xff\\\\\\\"\"");
  EXPECT_EQ(command_line({"SET", "a b", "1"}), "SET \"a b\" 1");
}

TEST(PlanText, SaysWhichLineIsWrongAndWhy) {
  EXPECT_THAT(error_of("seed 1\nc1 GET \"a\n"), HasSubstr("line 2: quotes do not balance"));
  EXPECT_THAT(error_of("c1\n"), HasSubstr("line 1: the client sends no command"));
  EXPECT_THAT(error_of("c0 PING\n"), HasSubstr("no event begins with c0"));
  EXPECT_THAT(error_of("bang\n"), HasSubstr("no event begins with bang"));
  EXPECT_THAT(error_of("clock p1 soon\n"), HasSubstr("by milliseconds"));
  EXPECT_THAT(error_of("clock p1 1 2\n"), HasSubstr("more than expected"));
  EXPECT_THAT(error_of("clock 1 1\n"), HasSubstr("a process is written"));
  EXPECT_EQ(error_line("c1 PING\nseed 1\n"), 2u);
  EXPECT_EQ(error_line("5: c1 PING\n5: c1 PING\n"), 2u);
  EXPECT_EQ(error_line("seed x\n"), 1u);
}

}  // namespace
}  // namespace keemun::plan
