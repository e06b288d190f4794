// A server and clients that wait for keys of it.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "support/keemun_process.h"
#include "support/raw_client.h"

namespace keemun {

class WaitingClients : public testing::Test {
 protected:
  void SetUp() override { ASSERT_TRUE(server_.start()) << server_.output(); }
  RawClient Connect() { return RawClient(server_.socket_path()); }
  static Bytes Told(RawClient& client) {
    const auto reply = client.read();
    return reply ? resp::to_transcript(*reply) : "(gone)";
  }
  // Until so many clients wait.
  void Await(RawClient& client, int count) {
    const Bytes wanted = "blocked_clients:" + std::to_string(count) + "\r\n";
    Bytes info;
    while (info.find(wanted) == Bytes::npos) {
      client.send_request({"INFO", "clients"});
      info = client.read()->text();
    }
  }

  KeemunProcess server_;
};

}  // namespace keemun
