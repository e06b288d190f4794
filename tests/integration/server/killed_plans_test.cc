// A kill leaves what the oracle has: plans of every command in pipelines, SIGKILL within them, and
// then all of every key is as it is after as many of the commands as were answered, or some more.
#include <gtest/gtest.h>
#include <signal.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <random>

#include "inexact/lenient_model.h"
#include "plan/generator.h"
#include "plan/plan_text.h"
#include "support/keemun_process.h"
#include "support/keemun_program.h"
#include "support/raw_client.h"

namespace keemun {
namespace {

using model::Args;
using resp::Reply;

constexpr int kDatabaseCount = 16;

int64_t now_ms() {
  using namespace std::chrono;
  return duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count();
}

struct Exchange {
  Args request;
  Reply reply;
};

// All that a server holds, but for databases with a name.
class Reading {
 public:
  explicit Reading(const Bytes& socket_path) : client_(socket_path) {
    ask({"FUNCTION", "LIST", "WITHCODE"});
    for (int database = 0; database < kDatabaseCount; ++database) {
      ask({"SELECT", std::to_string(database)});
      const Reply keys = ask({"KEYS", "*"});
      for (const Reply& key : keys.items()) read(key.text());
    }
  }

  const std::vector<Exchange>& exchanges() const { return exchanges_; }

 private:
  void read(const Bytes& key) {
    const std::map<Bytes, std::vector<Args>> whole = {
        {"none", {}},
        {"string", {{"GET", key}}},
        {"hash", {{"HLEN", key}, {"HGETALL", key}}},
        {"list", {{"LLEN", key}, {"LRANGE", key, "0", "-1"}}},
        {"set", {{"SCARD", key}, {"SMEMBERS", key}}},
        {"stream", {{"XRANGE", key, "-", "+"}, {"XINFO", "STREAM", key, "FULL", "COUNT", "0"}}},
        {"zset",
         {{"ZCARD", key},
          {"ZRANGE", key, "0", "-1", "WITHSCORES"},
          {"ZUNION", "1", key, "WITHSCORES"}}}};
    ask({"PEXPIRETIME", key});
    for (const Args& request : whole.at(ask({"TYPE", key}).text())) ask(request);
  }

  Reply ask(const Args& request) {
    client_.send_request(request);
    exchanges_.push_back({request, client_.read().value()});
    return exchanges_.back().reply;
  }

  RawClient client_;
  std::vector<Exchange> exchanges_;
};

struct Setting {
  const char* name;
  std::vector<Bytes> options;
  inexact::Blindness blind = {};
  bool has_names = false;
};

class KilledWithinPlans : public testing::TestWithParam<Setting> {
 protected:
  plan::Plan plan(uint64_t seed) const {
    plan::GeneratorOptions options;
    options.event_count = 400;
    options.client_count_max = 1;
    // What SPOP took is known by its answer alone, and an EXEC may have failed where a blind write
    // met a watched key. A page of a scan says nothing that could be judged.
    options.without = {"spop", "scan", "hscan", "sscan", "zscan"};
    if (GetParam().blind.any()) options.without.push_back("watch");
    return plan::generate(seed, options);
  }

  // Whatever was answered is judged, also what nobody had read before the end.
  void play(const plan::Plan& plan, size_t answers_before_the_end) {
    RawClient client(server_.socket_path());
    const int64_t sent_ms = now_ms();
    for (const plan::Event& event : plan.events) {
      Args& args = unanswered_.emplace_back(event.command()->args);
      std::replace(args.begin(), args.end(), Bytes(plan::kDumpedPayload), payload_);
      ASSERT_TRUE(client.send_request(args));
    }
    size_t answered = 0;
    for (; answered < unanswered_.size(); ++answered) {
      if (answered == answers_before_the_end) server_.signal(SIGKILL);
      const auto reply = client.read();
      if (!reply) break;
      const Args& args = unanswered_[answered];
      const auto judgement = oracle_.judge(client_, args, sent_ms, *reply);
      ASSERT_TRUE(judgement.same) << plan::command_line(args) << "\n" << *reply;
      if (args[0] == "DUMP" && reply->kind() == Reply::Kind::kBulk) payload_ = reply->text();
    }
    unanswered_.erase(unanswered_.begin(), unanswered_.begin() + static_cast<ptrdiff_t>(answered));
  }

  // The oracle goes on to where the server is.
  void follow(const Reading& reading) {
    const int64_t read_ms = now_ms();
    for (auto next = unanswered_.begin(); !agrees(reading, read_ms); ++next) {
      ASSERT_NE(next, unanswered_.end()) << difference_;
      oracle_.model().execute(client_, *next, read_ms);
    }
    difference_.clear();
    unanswered_.clear();
    client_ = {};
  }

  bool agrees(const Reading& reading, int64_t read_ms) {
    model::Client reader;
    for (const auto& [request, reply] : reading.exchanges()) {
      const auto judgement = oracle_.judge(reader, request, read_ms, reply);
      if (judgement.same) continue;
      if (difference_.empty()) {
        difference_ = plan::command_line(request) + " answers\n" + resp::to_transcript(reply) +
                      "\nand not\n" + resp::to_transcript(judgement.expected);
      }
      return false;
    }
    return true;
  }

  KeemunProcess server_;
  inexact::LenientModel oracle_{{.clock_slack_ms = 60'000, .has_names = GetParam().has_names},
                                GetParam().blind};
  model::Client client_;
  std::vector<Args> unanswered_;
  Bytes payload_;
  Bytes difference_;  // the first, where none of the unanswered was run
};

TEST_P(KilledWithinPlans, IsWhatTheOracleIsAtSomeMomentSinceTheLastAnswer) {
  constexpr uint64_t kRounds = 12;
  std::mt19937 random(1);
  ASSERT_TRUE(server_.start(GetParam().options)) << server_.output();
  for (uint64_t round = 1; round <= kRounds; ++round) {
    SCOPED_TRACE("round " + std::to_string(round));
    ASSERT_NO_FATAL_FAILURE(play(plan(round), random() % 200));
    server_.signal(SIGKILL);
    server_.wait();
    const Ended checked = run_keemun("check " + server_.store_path());
    ASSERT_EQ(checked.status, 0) << checked.said;
    ASSERT_TRUE(server_.start(GetParam().options)) << server_.output();
    ASSERT_NO_FATAL_FAILURE(follow(Reading(server_.socket_path())));
  }
}

INSTANTIATE_TEST_SUITE_P(Settings, KilledWithinPlans,
                         testing::Values(Setting{"plain_always", {"--wal-sync", "always"}},
                                         Setting{"slot_blind",
                                                 {"--key-layout", "slot", "--hash-encode-version",
                                                  "1", "--set-encode-version", "1"},
                                                 {.of_hashes = true, .of_sets = true}},
                                         Setting{"md5_without_index",
                                                 {"--key-layout", "md5", "--expiry-index", "no"}},
                                         Setting{"ardb_fast",
                                                 {"--encoding", "ardb", "--ardb-fast", "yes"},
                                                 {.of_hashes = true, .of_sets = true},
                                                 true}),
                         [](const auto& setting) { return Bytes(setting.param.name); });

}  // namespace
}  // namespace keemun
