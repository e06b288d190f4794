// A server of the test's own, and clients of it.
#pragma once

#include <gtest/gtest.h>

#include <vector>

#include "support/keemun_process.h"
#include "support/raw_client.h"

namespace keemun {

class Clients : public testing::Test {
 protected:
  void SetUp() override { ASSERT_TRUE(server_.start(options_)) << server_.output(); }
  RawClient Connect() { return RawClient(server_.socket_path()); }
  // What a client is told without having asked.
  static Bytes Told(RawClient& client) { return resp::to_transcript(*client.read()); }

  std::vector<Bytes> options_;
  KeemunProcess server_;
};

}  // namespace keemun
