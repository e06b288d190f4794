// The simulated world in which everybody waits: clients, the collector of garbage and whatever else
// runs in a process are fibers, every call through a door lets others run, and the seed says who.
// Calls fail, processes die and begin anew, clocks move meanwhile. Where several processes share
// the store, each has a clock of its own, keys change hands, and clients follow them, late at
// times.
//
// A plan is played in stretches. At the end of each nothing goes wrong any more, everybody comes to
// an end, and what was seen and what is stored must be explained by one order of operations.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <vector>

#include "base/bytes.h"
#include "model/model.h"
#include "plan/plan.h"
#include "plan/swarm.h"
#include "sim/fake_redis.h"
#include "sim/history.h"
#include "sim/kv_door.h"
#include "sim/marks.h"
#include "sim/nodes.h"
#include "sim/observer.h"
#include "sim/seeded_scheduler.h"
#include "sim/sim_kv.h"
#include "sim/sim_random.h"
#include "sim/violation.h"
#include "sim/weather.h"
#include "sim/world_options.h"

namespace keemun::sim {

class ConcurrentWorld final : private DoorHost {
 public:
  // Throws CommandError when the plan's header makes no world.
  // Everything given by reference outlives it.
  ConcurrentWorld(const plan::Plan& plan, runtime::FiberStackPool& stacks);
  ~ConcurrentWorld() override;

  void observe(Observer observer) { observer_ = std::move(observer); }
  std::optional<Violation> play();

  uint64_t digest() const;
  int64_t command_count() const { return command_count_; }
  int64_t passed_ms() { return nodes_.latest_ms() - plan::kStartMs; }
  const Marks& marks() const { return marks_; }
  int64_t fault_count() const { return fault_count_ + weather_.fault_count(); }
  int64_t undecided_count() const { return undecided_count_; }
  // Where the schedule is a script: among how many each choice was made.
  const std::vector<size_t>& alternatives() const { return scheduler_.alternatives(); }

 private:
  // An operation on its way, and what really became of it.
  struct Running {
    Operation operation;
    CommitTrack track;
    size_t process = 0;
    bool has_time = false;
    bool is_judged = true;  // what waits for EXEC is not, nor what was not done

    const plan::Args& args() const { return operation.commands.back(); }
  };
  struct Client {
    size_t process = 0;                // that it is connected to
    Running* running = nullptr;        // what it waits for
    std::vector<plan::Args> requests;  // MULTI and what it sent since
    Bytes dumped;                      // what DUMP last answered
  };

  void pause() override;
  [[noreturn]] void die() override;
  bool is_dying() const override { return is_dying_; }
  uint64_t step() const override { return ticks_; }
  CommitTrack* track() override;
  void lost_a_record() override { has_lost_record_ = true; }

  size_t steps_after(const plan::Event& event) const;
  void play_event(const plan::Event& event);
  void send(const plan::Event& event);
  size_t process_for(const plan::Event& event, const Client& client) const;
  void answer(Running& running, resp::Reply reply);
  // Whether the answer is about what was sent, or only says that it waits for EXEC.
  bool follow_transaction(Client& client, const plan::Args& args, const resp::Reply& reply);
  // What a reply says of nothing that could be put in order.
  void leave_out_unjudged(Running& running);
  void pass_time(int64_t ms);
  void move_clock(const plan::ClockEvent& event);
  void go_wrong(const plan::FaultEvent& fault, uint64_t event_id);
  // Until nothing of what went wrong is in anybody's way.
  void let_long_pass();
  void collect_all_garbage();
  // Whoever refuses what he should do fits any history.
  void delete_every_key();
  void claim_all_shares();

  bool has_to_stop() const;
  // Lets run until nobody is under way.
  void run_to_rest();
  // Nothing goes wrong any more but with caches.
  void calm();
  void end_stretch();
  void check_stretch();
  void crash(size_t lost_commits);
  // One of several processes; the others go on.
  void crash_alone(Nodes::Node& node);
  // Takes commits back, and what they did from the model.
  void lose_commits(size_t count);
  // What was done since the last check; the stretch is used up then.
  std::vector<Operation> take_operations();
  bool is_left_open(const Running& running) const;
  bool is_part(const Running& running) const;
  StoredKeys stored_keys();
  Nodes::Ground ground() { return {kv_, weather_, random_, copies_, indexes_, *this}; }
  // An operation goes by the time that it is told first.
  void told_time(Nodes::Node& node, int64_t now_ms);
  void fail(BytesView law, Bytes detail);

  const plan::Plan& plan_;
  const WorldOptions options_;
  SeededScheduler scheduler_;
  SimKv kv_;
  Weather weather_;
  Nodes nodes_;
  SimRandom random_;
  FakeRedis copies_;
  FakeRedis indexes_;
  std::map<uint32_t, Client> clients_;
  const Client* awaited_ = nullptr;  // nothing goes on behind its answer
  std::deque<Running> stretch_;      // every operation since the last check
  std::map<const runtime::Fiber*, Running*> running_;
  bool is_dying_ = false;
  bool wants_crash_ = false;
  bool has_unknown_ = false;      // in this stretch
  bool has_lost_record_ = false;  // in the life of a process: it may refuse commands by itself

  model::Model model_;
  const std::vector<format::KeyLayout> numbered_;
  const std::vector<format::KeyLayout> named_;  // databases without a number
  KeyReader reader_;
  std::vector<model::Database> before_;  // the stretch
  std::vector<Operation> in_order_;      // of the stretch that was checked last
  Touched taken_over_;                   // in it
  Touched unjudged_;                     // keys of which torn batches have left less than whole
  std::optional<Violation> violation_;
  size_t event_index_ = 0;
  uint64_t ticks_ = 0;
  uint64_t history_digest_ = 0;
  Observer observer_;
  Marks marks_;
  int64_t command_count_ = 0;
  int64_t fault_count_ = 0;
  int64_t undecided_count_ = 0;
};

}  // namespace keemun::sim
