// The collector of garbage of a simulated world: steps come between events, it is stopped and
// started anew at any time, and while it waits for keys the world goes on.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "base/bytes.h"
#include "gc/collector.h"
#include "keyspace/key_turns.h"
#include "plan/draw.h"
#include "session/core.h"
#include "sim/sim_kv.h"

namespace keemun::sim {

class WorldCollector final : public keyspace::KeyTurns {
 public:
  // `meanwhile` is called where commands may run before the collector is alone with keys.
  // Everything given outlives it.
  WorldCollector(ports::KvStore& fresh, session::Core& core, std::function<void()> meanwhile);
  WorldCollector(const WorldCollector&) = delete;
  WorldCollector& operator=(const WorldCollector&) = delete;
  ~WorldCollector() override;

  // What it does before an event.
  void work(plan::Draw draw);
  // Steps until whole rounds of all namespaces find nothing more.
  void collect_all();
  void in_turn(std::span<const BytesView> keys, const Work& work) override;

 private:
  void start();
  void sweep_all();
  void play_round(size_t place);
  void learn_names();

  ports::KvStore& fresh_;
  session::Core& core_;
  const std::function<void()> meanwhile_;
  plan::Draw* draw_ = nullptr;  // while steps come between events
  std::unique_ptr<gc::Collector> collector_;
  int64_t starts_ = 0;
  bool sweeps_ = false;     // an index of expiry
  size_t swept_count_ = 0;  // namespaces that the collector knows
};

// Rows that no meta reaches which lives at `now_ms`, and metas that do not live; of the ardb family
// the keys that do not; rows of the index of expiry that are due; records are none of these. All
// namespaces are equally long.
std::vector<Bytes> unreachable_rows(const RowMap& rows, const format::KeyLayout& any_layout,
                                    int64_t now_ms);

}  // namespace keemun::sim
