#include "server/config/event_flags.h"

#include <gtest/gtest.h>

#include "base/command_error.h"

namespace keemun::server {
namespace {

TEST(EventFlags, ReadAndShowRedisLetters) {
  EXPECT_EQ(event_flags_text(parse_event_flags("")), "");
  EXPECT_EQ(event_flags_text(parse_event_flags("EA")), "AE");
  EXPECT_EQ(event_flags_text(parse_event_flags("KEA")), "AKE");
  EXPECT_EQ(event_flags_text(parse_event_flags("Elg")), "glE");
  EXPECT_EQ(event_flags_text(parse_event_flags("g$lshzxetd")), "A");
  EXPECT_EQ(event_flags_text(parse_event_flags("Am")), "Am");
  EXPECT_THROW(parse_event_flags("q"), CommandError);
}

}  // namespace
}  // namespace keemun::server
