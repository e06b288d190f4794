// The processes of a world in which everybody waits, and where they live: each has a clock of its
// own. One that has the store to itself, or several that share it.
//
// Between stretches of a plan the clocks agree; within one they differ by less than half a second,
// and step back as the plan says.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>

#include "base/bytes.h"
#include "plan/plan.h"
#include "plan/swarm.h"
#include "sim/process.h"
#include "sim/seeded_scheduler.h"
#include "sim/sim_clock.h"
#include "sim/world_options.h"

namespace keemun::sim {

class Nodes {
 public:
  class Node {
   public:
    using ToldTime = std::function<void(Node& node, int64_t now_ms)>;
    Node(size_t its_number, const ToldTime& told_time)
        : number(its_number), clock(plan::kStartMs), watch(*this, told_time) {}

    // The clock as the process reads it.
    class Watch final : public ports::Clock {
     public:
      Watch(Node& node, const ToldTime& told_time) : node_(node), told_time_(told_time) {}
      int64_t now_ms() override;

     private:
      Node& node_;
      const ToldTime& told_time_;
    };

    const size_t number;  // its fibers' group
    SimClock clock;
    Watch watch;
    std::unique_ptr<Process> process;
    bool is_collecting = false;
    bool is_claiming = false;
    size_t stands_until = 0;  // the event of this index
  };

  // What all processes stand on.
  struct Ground {
    SimKv& kv;
    Weather& weather;
    ports::Random& random;
    FakeRedis& copies;
    FakeRedis& indexes;
    DoorHost& host;
  };

  // `told_time` is called whenever a process reads its clock. Everything given outlives it.
  Nodes(const WorldOptions& options, uint64_t seed, SeededScheduler& scheduler,
        Node::ToldTime told_time);

  size_t size() const { return nodes_.size(); }
  bool are_many() const { return nodes_.size() > 1; }
  Node& operator[](size_t number) { return nodes_[number]; }
  auto begin() { return nodes_.begin(); }
  auto end() { return nodes_.end(); }

  void start_all(const Ground& ground);
  // Another process begins where one was, or was crashed.
  void start(Node& node, const Ground& ground);

  // The latest time that any process goes by, or went by before it ended: clients have seen it.
  int64_t latest_ms();
  // Time passes, for everybody.
  void pass_time(int64_t ms);
  // All clocks tell the latest time; or differ again.
  void set_clocks();
  void skew_clocks(uint64_t event_id);

  // Whatever processes do besides commands, now and then.
  void do_chores(uint64_t event_id);
  // A process stands still while time passes, for longer than any lease.
  void stand_still(Node& node, size_t until_event);
  void go_on(size_t event_index);
  void all_go_on();

  // The number of who has the share of a key; none if nobody is known to.
  std::optional<size_t> holder_of(BytesView key) const;
  void leave_share(size_t share);
  // Everybody claims what it may until nothing is left. Says what is wrong then.
  std::optional<Bytes> claim_all_shares();
  void collect_all_garbage();

 private:
  void claim(Node& node, uint64_t event_id);
  void collect(Node& node, uint64_t event_id);

  const WorldOptions& options_;
  const uint64_t seed_;
  SeededScheduler& scheduler_;
  const Node::ToldTime told_time_;
  SimSteadyClock steady_;
  int64_t latest_ms_ = 0;
  std::deque<Node> nodes_;
};

}  // namespace keemun::sim
