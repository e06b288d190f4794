// What the tests of the sweep share: a world of one process with two namespaces, a and b, and turns
// that let something else happen first.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "gc/collector.h"
#include "resp/reply.h"
#include "session/session.h"
#include "sim/sim_clock.h"
#include "sim/sim_kv.h"
#include "sim/sim_random.h"

namespace keemun::gc {

// Gives every key its turn, after something else has happened.
class Turns final : public keyspace::KeyTurns {
 public:
  void in_turn(std::span<const BytesView> keys, const Work& work) override {
    if (meanwhile) meanwhile();
    work({are_of_others ? std::span<const BytesView>() : keys});
  }

  std::function<void()> meanwhile;
  bool are_of_others = false;  // all keys: they belong to another process
};

class SweptWorld {
 protected:
  static constexpr int64_t kStartMs = 1'700'000'000'000;

  SweptWorld(session::CoreSettings settings, format::EncodingFamily family)
      : clock_(kStartMs),
        random_(1),
        core_(kv_, clock_, random_, std::move(settings)),
        session_(core_) {
    CollectorSettings collecting;
    collecting.sweep.namespaces = {{0, family}, {1, family}};
    collecting.sweep.keys_max = 3;
    collecting.sweep.tell = [this](size_t place, const format::Expiry& gone) {
      told_.push_back(std::to_string(place) + gone.key);
    };
    const Doors doors{kv_, core_.store, turns_};
    collector_ = std::make_unique<Collector>(doors, core_.settings.databases, collecting);
  }

  static session::CoreSettings two_namespaces(format::LayoutKind layout) {
    session::CoreSettings settings;
    for (const char* name : {"a", "b"}) settings.databases.emplace_back(layout, name);
    return settings;
  }

  Bytes run(std::initializer_list<BytesView> words) {
    const std::vector<BytesView> args(words);
    return resp::to_transcript(session_.execute(args));
  }
  int64_t steps_until_done() {
    int64_t steps = 0;
    while (collector_->sweep_step(core_.now_ms())) ++steps;
    return steps;
  }

  sim::SimKv kv_;
  sim::SimClock clock_;
  sim::SimRandom random_;
  session::Core core_;
  session::Session session_;
  Turns turns_;
  std::vector<Bytes> told_;
  std::unique_ptr<Collector> collector_;
};

}  // namespace keemun::gc
