#include "scripts/script.h"

#include <gtest/gtest.h>

#include "base/command_error.h"

namespace keemun::scripts {
namespace {

Bytes Fault(BytesView text) {
  try {
    read_script(text);
    return "none";
  } catch (const CommandError& error) {
    return error.text();
  }
}

TEST(Script, IsKnownByTheDigestOfAllItsText) {
  EXPECT_EQ(read_script("return 1").digest, "e0e1f9fabfc9d4800c877a703b823ac0578ff8db");
  EXPECT_EQ(read_script("return 1").body, "return 1");
  EXPECT_FALSE(read_script("return 1").has_flags);
  EXPECT_NE(read_script("#!lua\nreturn 1").digest, read_script("\nreturn 1").digest);
}

TEST(Script, SaysInItsFirstLineWhatItDoes) {
  const Script script = read_script("#!lua  flags=no-writes,allow-stale,allow-oom\nreturn 1");
  EXPECT_EQ(script.body, "\nreturn 1");
  EXPECT_TRUE(script.has_flags);
  EXPECT_EQ(script.flags & (kNoWrites | kAllowOom), kNoWrites | kAllowOom);
  EXPECT_TRUE(read_script("#!lua flags=\n").has_flags);
  EXPECT_EQ(read_script("#!lua\n").flags, 0);
  EXPECT_EQ(read_script("#!lua\tflags=\"no-writes\"\r\n").flags, kNoWrites);
}

TEST(Script, IsRefusedWhereItsFirstLineIsNotUnderstood) {
  EXPECT_EQ(Fault("#!lua"), "ERR Invalid script shebang");
  EXPECT_EQ(Fault(BytesView("#!lua\0\n", 7)), "ERR Invalid script shebang");
  EXPECT_EQ(Fault("#!python\n"), "ERR Unexpected engine in script shebang: #!python");
  EXPECT_EQ(Fault("#!lua flags='no-writes'x\n"), "ERR Invalid engine in script shebang");
  EXPECT_EQ(Fault("#!lua name=x\n"), "ERR Unknown lua shebang option: name=x");
  EXPECT_EQ(Fault("#!lua flags=no-writes,fast\n"), "ERR Unexpected flag in script shebang: fast");
}

}  // namespace
}  // namespace keemun::scripts
