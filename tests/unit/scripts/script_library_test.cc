#include "scripts/script_library.h"

#include <gmock/gmock.h>

#include "base/command_error.h"
#include "recording_host.h"

namespace keemun {
namespace {

using testing::StartsWith;

TEST_F(Scripts, AreFoundByTheirDigestInEitherCase) {
  const auto script = library_.add("return 1");
  EXPECT_EQ(library_.find("e0e1f9fabfc9d4800c877a703b823ac0578ff8db"), script);
  EXPECT_EQ(library_.find("E0E1F9FABFC9D4800C877A703B823AC0578FF8DB"), script);
  EXPECT_EQ(library_.add("return 1"), script);
  EXPECT_EQ(library_.find("e0e1"), nullptr);
  EXPECT_EQ(library_.size(), 1);
  EXPECT_EQ(library_.byte_count(), 8);
  library_.clear();
  EXPECT_EQ(library_.find(script->digest), nullptr);
  EXPECT_EQ(library_.byte_count(), 0);
}

TEST_F(Scripts, ThatLuaCannotReadAreNotKnown) {
  try {
    library_.add("return (");
    FAIL();
  } catch (const CommandError& error) {
    EXPECT_THAT(error.text(),
                StartsWith("ERR Error compiling script (new function): user_script:1"));
  }
  EXPECT_THROW(library_.add("\x1bLua"), CommandError);
  EXPECT_EQ(library_.size(), 0);
}

// One waits for the store while another one begins, where there are fibers.
TEST_F(Scripts, RunWithinEachOther) {
  on_call_ = [this] { return resp::Reply::bulk(Run("KEYS[1] = 'inner' return KEYS[1]", {"x"})); };
  EXPECT_EQ(Run("local r = redis.call('get', 'k') return {r, KEYS[1]}", {"outer"}),
            "1) \"\\\"inner\\\"\"\n2) \"outer\"");
}

// And all are forgotten while one runs.
TEST_F(Scripts, GoOnWhenTheyAreForgotten) {
  on_call_ = [this] {
    library_.clear();
    return resp::Reply::ok();
  };
  EXPECT_EQ(Run("redis.call('script', 'flush') return 1"), "(integer) 1");
  EXPECT_EQ(Run("return 2"), "(integer) 2");
}

}  // namespace
}  // namespace keemun
