// What others see of a request that carries a password.
#include "server/observe/redaction.h"

#include <gtest/gtest.h>

#include "server/commands/command_table.h"

namespace keemun::server {
namespace {

Bytes seen(std::initializer_list<BytesView> words) {
  const std::vector<BytesView> args(words);
  const ServerCommand* command = find_server_command(args);
  const commands::Command row = command == nullptr ? *commands::find_command(args) : command->row;
  Bytes line;
  for (const BytesView word : redacted(row, args)) {
    line += (line.empty() ? "" : " ") + Bytes(word);
  }
  return line;
}

TEST(Redaction, LeavesNoPassword) {
  EXPECT_EQ(seen({"auth", "secret"}), "auth (redacted)");
  EXPECT_EQ(seen({"AUTH", "default", "secret"}), "AUTH (redacted) (redacted)");
  EXPECT_EQ(seen({"hello", "3", "auth", "default", "secret", "setname", "a"}),
            "hello 3 auth (redacted) (redacted) setname a");
  EXPECT_EQ(seen({"ACL", "setuser", "bob", "on", ">secret"}),
            "ACL setuser (redacted) (redacted) (redacted)");
  EXPECT_EQ(seen({"config", "set", "timeout", "1", "RequirePass", "secret"}),
            "config set timeout 1 RequirePass (redacted)");
  EXPECT_EQ(seen({"config", "set", "tls-key-file-pass", "secret"}),
            "config set tls-key-file-pass (redacted)");
  EXPECT_EQ(seen({"config", "set", "masterauth", "secret"}), "config set masterauth (redacted)");
}

TEST(Redaction, TouchesNothingElse) {
  EXPECT_EQ(seen({"config", "get", "requirepass"}), "config get requirepass");
  EXPECT_EQ(seen({"set", "auth", "secret"}), "set auth secret");
  EXPECT_EQ(seen({"acl", "getuser", "bob"}), "acl getuser bob");
  EXPECT_EQ(seen({"hello", "3", "auth"}), "hello 3 auth");
  EXPECT_EQ(seen({"config", "set", "requirepass"}), "config set requirepass");
}

}  // namespace
}  // namespace keemun::server
