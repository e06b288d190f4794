#include "verify/server_address.h"

#include <gtest/gtest.h>

#include "base/bytes.h"

namespace keemun::verify {
namespace {

// HOST|PORT|PATH|USER|PASSWORD, and TLS; "none" where it is no address.
Bytes read(BytesView text) {
  const auto address = parse_server_address(text);
  if (!address) return "none";
  return address->host + "|" + std::to_string(address->port) + "|" + address->path + "|" +
         address->user + "|" + address->password + (address->has_tls ? "|TLS" : "");
}

TEST(ServerAddress, IsAHostAndAPort) {
  EXPECT_EQ(read("localhost:6379"), "localhost|6379|||");
  EXPECT_EQ(read("[::1]:1"), "::1|1|||");
  EXPECT_EQ(read("::1:65535"), "::1|65535|||");
  for (const char* text : {"", "localhost", ":6379", "localhost:", "localhost:0", "localhost:65536",
                           "localhost:6379x", "localhost:-1", "[::1]", "[::1", "[]:1", "[::1]6379",
                           "localhost:99999999999", "http://localhost:6379"}) {
    EXPECT_EQ(read(text), "none") << text;
  }
}

TEST(ServerAddress, IsASocket) {
  EXPECT_EQ(read("unix:/tmp/a:1"), "|0|/tmp/a:1||");
  EXPECT_EQ(read("unix:"), "none");
}

TEST(ServerAddress, IsAUrl) {
  EXPECT_EQ(read("redis://example.org"), "example.org|6379|||");
  EXPECT_EQ(read("redis://example.org:7000/"), "example.org|7000|||");
  EXPECT_EQ(read("rediss://[::1]"), "::1|6379||||TLS");
  EXPECT_EQ(read("rediss://me:secret@[::1]:7"), "::1|7||me|secret|TLS");
  EXPECT_EQ(read("redis://:secret@h"), "h|6379|||secret");
  EXPECT_EQ(read("redis://secret@h"), "h|6379|||secret");
  EXPECT_EQ(read("redis://a%3Ab:p%40%2f%25@h"), "h|6379||a:b|p@/%");
  EXPECT_EQ(read("redis://me:p@ss@h"), "h|6379||me|p@ss");
  for (const char* text :
       {"redis://", "redis:///", "redis://h/1", "redis://h:0", "redis://h:", "redis://me:@h",
        "redis://@h", "redis://me:%4@h", "redis://me:%zz@h", "redis://me:%+1@h", "http://h"}) {
    EXPECT_EQ(read(text), "none") << text;
  }
}

TEST(ServerAddress, IsShownWithoutItsPassword) {
  EXPECT_EQ(shown(*parse_server_address("rediss://me:secret@h")), "h:6379");
  EXPECT_EQ(shown(*parse_server_address("unix:/tmp/a")), "unix:/tmp/a");
}

}  // namespace
}  // namespace keemun::verify
