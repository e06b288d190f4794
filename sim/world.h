// The simulated world: the core on a simulated store, and the oracle beside it. Plays a plan event
// by event on both and says which law the core broke first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "audit/audit.h"
#include "base/bytes.h"
#include "model/model.h"
#include "plan/plan.h"
#include "plan/swarm.h"
#include "resp/reply.h"
#include "session/core.h"
#include "session/session.h"
#include "sim/fake_redis.h"
#include "sim/marks.h"
#include "sim/observer.h"
#include "sim/sim_clock.h"
#include "sim/sim_kv.h"
#include "sim/sim_random.h"
#include "sim/violation.h"
#include "sim/world_collector.h"
#include "sim/world_options.h"

namespace keemun::sim {

class World {
 public:
  // Throws CommandError when the plan's header makes no world.
  explicit World(const plan::Plan& plan);

  void observe(Observer observer) { observer_ = std::move(observer); }

  // The whole plan, as far as the laws hold.
  std::optional<Violation> play();

  // A hash over what was played so far: events, replies, and the rows that are there now. The same
  // plan gives the same number, on every machine and in every run.
  uint64_t digest() const;

  SimKv& kv() { return kv_; }
  FakeRedis& copies() { return copies_; }
  int64_t command_count() const { return command_count_; }
  int64_t passed_ms() { return clock_.now_ms() - plan::kStartMs; }
  const Marks& marks() const { return marks_; }

 private:
  // One client: its session with the core, and with the oracle.
  struct Client {
    explicit Client(session::Core& core) : session(core) {}

    session::Session session;
    model::Client oracle;
    std::vector<plan::Args> queue;  // what it sent since MULTI
    Bytes dumped = "";              // what DUMP last answered
  };

  // The next event, if there is one and nothing is broken yet.
  void play_next();
  std::optional<Violation> play_event(const plan::Event& event, size_t index);
  void collect_all_garbage();
  void lose_all_indexes();
  std::optional<Bytes> play_command(const plan::CommandEvent& event);
  std::optional<Bytes> audit_rows();
  resp::Reply ask(Client& client, std::span<const Bytes> args);
  // Follows the cursor of a SCAN to the end and joins the pages.
  resp::Reply ask_whole_scan(Client& client, const plan::Args& args, size_t cursor_at);
  keyspace::RedisDoors redis_doors();
  // What the Redis of copies does by itself before an event.
  void disturb_copies(uint64_t event_id);
  void remember(Client& client, const plan::Args& args, const resp::Reply& observed);
  void note(const plan::CommandEvent& event, const resp::Reply& observed);

  const plan::Plan& plan_;
  const WorldOptions options_;
  SimKv kv_;
  SimClock clock_;
  SimRandom random_;
  FakeRedis copies_;   // of whatever encoding has any
  FakeRedis indexes_;  // of sorted sets that have theirs in Redis
  std::unique_ptr<session::Core> core_;
  std::unique_ptr<WorldCollector> collector_;
  model::Model model_;
  const std::vector<format::KeyLayout> named_;  // databases without a number
  KeyReader reader_;
  std::map<uint32_t, std::unique_ptr<Client>> clients_;
  Observer observer_;
  size_t next_event_ = 0;
  std::optional<Violation> violation_;
  uint64_t history_digest_ = 0;
  int64_t command_count_ = 0;
  Marks marks_;
};

}  // namespace keemun::sim
