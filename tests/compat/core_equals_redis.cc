// The core against the real thing: the same generated plans are played on the core, over a store in
// memory, and on redis-server. Every reply of either must be one that the oracle allows, so that
// the three agree.
//
//   KEEMUN_COMPAT_COMMANDS=10000000 KEEMUN_COMPAT_SEED=7 core_equals_redis_test
#include <gtest/gtest.h>

#include <cstdlib>
#include <deque>
#include <iostream>
#include <map>

#include "plan/plan_text.h"
#include "resp/encoder.h"
#include "resp/reply_parser.h"
#include "session/session.h"
#include "sim/sim_kv.h"
#include "sim/sim_random.h"
#include "support/redis_server.h"
#include "verify/campaign.h"
#include "verify/redis_target.h"

namespace keemun::verify {
namespace {

constexpr size_t kCommandCount = 60'000;
constexpr uint64_t kSeed = 1;
constexpr char kFirstDatabase = 'a';
constexpr size_t kDatabaseCount = 16;

size_t number_from_environment(const char* name, size_t otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr ? otherwise : std::stoull(text, nullptr, 0);
}

class WallClock final : public ports::Clock {
 public:
  int64_t now_ms() override { return wall_clock_ms(); }
};

// As a client of that protocol reads it.
Reply on_wire(const Reply& reply, int protocol) {
  Bytes bytes;
  resp::encode(reply, static_cast<resp::Protocol>(protocol), bytes);
  resp::ReplyParser parser;
  parser.feed(bytes);
  Reply read;
  EXPECT_EQ(parser.next(read), resp::ReplyParser::Status::kReply);
  return read;
}

// The core in this process, a session for each client.
class CoreTarget final : public Target {
 public:
  CoreTarget(format::LayoutKind layout, int protocol)
      : protocol_(protocol), random_(1), core_(kv_, clock_, random_, settings(layout)) {}

  void send(size_t client, const Args& args) override { clients_[client].waiting.push_back(args); }

  Reply receive(size_t number) override {
    Client& client = clients_[number];
    if (!client.session) {
      client.session = std::make_unique<session::Session>(core_);
      client.session->connection().protocol = protocol_;
    }
    const Args args = std::move(client.waiting.front());
    client.waiting.pop_front();
    return on_wire(client.session->execute(commands::views_of(args)), protocol_);
  }

 private:
  struct Client {
    std::unique_ptr<session::Session> session;
    std::deque<Args> waiting;
  };

  static session::CoreSettings settings(format::LayoutKind layout) {
    session::CoreSettings settings;
    for (size_t i = 0; i < kDatabaseCount; ++i) {
      settings.databases.emplace_back(layout, Bytes(1, static_cast<char>(kFirstDatabase + i)));
    }
    return settings;
  }

  const int protocol_;
  sim::SimKv kv_;
  WallClock clock_;
  sim::SimRandom random_;
  session::Core core_;
  std::map<size_t, Client> clients_;
};

class CoreAndRedis : public testing::TestWithParam<std::pair<format::LayoutKind, int>> {};

TEST_P(CoreAndRedis, AnswerAlikeOnGeneratedPlans) {
  const format::LayoutKind layout = GetParam().first;
  const int protocol = GetParam().second;
  const RedisServer server;
  const auto redis = connect_redis(server.address(), {.tls = {}, .protocol = protocol});
  CoreTarget core(layout, protocol);
  CampaignOptions options;
  options.seed = number_from_environment("KEEMUN_COMPAT_SEED", kSeed);
  options.command_count = number_from_environment("KEEMUN_COMPAT_COMMANDS", kCommandCount);
  options.player.now_ms = wall_clock_ms;
  options.player.protocol = protocol;
  options.player.oracle = [protocol] {
    return std::make_unique<ModelOracle>(ModelOracle::Options{.protocol = protocol});
  };
  Campaign campaign(core, redis.get(), options);
  const Outcome outcome = campaign.run(nullptr);
  std::cout << outcome.command_count << " commands, " << outcome.plan_count << " plans, seed "
            << outcome.seed << "\n";
  if (outcome.interruption) {
    ADD_FAILURE() << outcome.interruption->why << "\n" << plan::to_text(outcome.interruption->plan);
  }
  for (const Finding& finding : outcome.findings) {
    ADD_FAILURE() << "core: " << finding.signature << "\n" << transcript(finding);
  }
  for (const Finding& finding : outcome.verifier_defects) {
    ADD_FAILURE() << "oracle: " << finding.signature << "\n" << transcript(finding);
  }
  for (const auto& [name, tally] : outcome.commands) EXPECT_EQ(tally.unknown, 0u) << name;
}

INSTANTIATE_TEST_SUITE_P(LayoutsAndProtocols, CoreAndRedis,
                         testing::Values(std::pair(format::LayoutKind::kPlain, 3),
                                         std::pair(format::LayoutKind::kSlot, 2)));

}  // namespace
}  // namespace keemun::verify
