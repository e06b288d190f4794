// A server whose disk answers when the test lets it (slow_disk.cc).
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <vector>

#include "support/keemun_process.h"
#include "support/raw_client.h"

namespace keemun {

class GatedServer : public testing::Test {
 protected:
  void start(const std::vector<Bytes>& options) {
    server_.preload(KEEMUN_SLOW_DISK, "KEEMUN_TEST_GATE", gate());
    ASSERT_TRUE(server_.start(options)) << server_.output();
  }
  Bytes gate() const { return server_.path("gate"); }
  void shut_gate(const char* what = "shut") { std::ofstream(gate()) << what; }
  void open_gate() { std::filesystem::remove(gate()); }
  // The disk answers, and what it has told is in the cache of blocks alone.
  void open_gate_of_no_memory() { std::ofstream(gate(), std::ios::trunc).flush(); }

  // Until the server answers so: in a turn after what it tells of.
  static void await(RawClient& client, const std::vector<Bytes>& words, const Bytes& text) {
    while (true) {
      ASSERT_TRUE(client.send_request(words));
      const auto reply = client.read();
      ASSERT_TRUE(reply) << "the server does not answer";
      if (reply->text().find(text) != Bytes::npos) return;
    }
  }
  void await(const std::vector<Bytes>& words, const Bytes& text) {
    RawClient client(server_.socket_path());
    await(client, words, text);
  }

  KeemunProcess server_;
};

}  // namespace keemun
