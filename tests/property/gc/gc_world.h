// Nodes that take turns on one store, each with a collector of garbage whose steps come between
// commands. The oracle, which knows of no garbage, judges every reply.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <utility>
#include <vector>

#include "audit/audit.h"
#include "base/bytes.h"
#include "gc/collector.h"
#include "model/model.h"
#include "plan/draw.h"
#include "plan/generator.h"
#include "plan/plan_text.h"
#include "session/session.h"
#include "sim/fake_redis.h"
#include "sim/kv_front.h"
#include "sim/sim_clock.h"
#include "sim/sim_kv.h"
#include "sim/sim_random.h"
#include "sim/world_collector.h"

namespace keemun {

// Fails one commit, before or after it has its effect.
class FailingKv final : public sim::KvFront {
 public:
  using KvFront::KvFront;

  void fail_commit(int64_t number, bool has_effect) {
    commits_left_ = number;
    has_effect_ = has_effect;
  }
  bool has_failed() const { return has_failed_; }

  void commit(const ports::WriteBatch& batch) override {
    const bool fails = commits_left_-- == 0;
    if (!fails || has_effect_) KvFront::commit(batch);
    if (!fails) return;
    has_failed_ = true;
    throw ports::StoreError(ports::StoreError::Kind::kUnknownOutcome, "crash");
  }

 private:
  int64_t commits_left_ = -1;
  bool has_effect_ = false;
  bool has_failed_ = false;
};

struct GcWorldOptions {
  format::LayoutKind layout = format::LayoutKind::kPlain;
  keyspace::EncodingChoice encodings = {};
  size_t node_count = 1;
  size_t local_cache_bytes = 0;
  size_t step_percent = 50;     // of commands before which collectors work
  size_t restart_percent = 10;  // of commands before which a collector is started anew
  size_t rows_max = 3;          // of a page: small, so that plans cross pages
};

class GcWorld {
 public:
  GcWorld(uint64_t seed, const GcWorldOptions& options)
      : seed_(seed),
        options_(options),
        clock_(plan::kStartMs),
        random_(seed),
        indexes_(clock_),
        nodes_(options.node_count) {
    for (size_t i = 0; i < nodes_.size(); ++i) start(i);
  }

  // What went wrong, or nothing. Leaves the store as it is after the last event.
  Bytes play(const plan::Plan& plan) {
    for (const plan::Event& event : plan.events) {
      if (const auto* moved = std::get_if<plan::ClockEvent>(&event.what)) {
        clock_.advance(moved->advance_ms);
        continue;
      }
      plan::Draw draw(seed_, event.id, plan::Stream::kSchedule);
      disturb(draw);
      const Bytes wrong = play_command(*event.command(), nodes_[draw.below(nodes_.size())]);
      if (!wrong.empty()) return "event " + std::to_string(event.id) + ": " + wrong;
    }
    return audit();
  }

  // Steps until a whole round of every namespace erases nothing; nodes take turns.
  void collect_all() {
    for (size_t i = 0; i < nodes_.size(); ++i) {
      while (nodes_[i].collector->collect_step(now_ms())) {
      }
    }
    while (round_erases_something()) {
    }
  }

  Bytes audit() {
    const session::Core& core = *nodes_[0].core;
    return sim::audit({kv_.rows(), core.settings.databases, core.database_order, now_ms(),
                       &indexes_.keys()},
                      model_.databases())
        .value_or("");
  }

  // Rows that no live meta reaches, each named.
  std::vector<Bytes> unreachable_rows() {
    return sim::unreachable_rows(kv_.rows(), nodes_[0].core->settings.databases[0], now_ms());
  }

  // Collectors that remember nothing, as after a crash; the given commit of theirs fails.
  FailingKv& restart_collectors(int64_t failing_commit, bool has_effect) {
    for (size_t i = 0; i < nodes_.size(); ++i) start_collector(i);
    nodes_[0].door->fail_commit(failing_commit, has_effect);
    return *nodes_[0].door;
  }

  sim::SimKv& kv() { return kv_; }

 private:
  struct Node {
    std::unique_ptr<session::Core> core;
    std::unique_ptr<session::Session> session;
    std::unique_ptr<FailingKv> door;
    std::unique_ptr<gc::Collector> collector;
  };

  int64_t now_ms() { return nodes_[0].core->now_ms(); }

  void start(size_t index) {
    session::CoreSettings settings;
    for (size_t i = 0; i < model_.options().database_count; ++i) {
      settings.databases.emplace_back(options_.layout, Bytes(1, static_cast<char>('a' + i)));
    }
    settings.issuer = format::IssuerNumber{static_cast<uint8_t>(index)};
    settings.encodings = options_.encodings;
    settings.caches.local_bytes = options_.local_cache_bytes;
    Node& node = nodes_[index];
    node.core = std::make_unique<session::Core>(kv_, clock_, random_, std::move(settings),
                                                keyspace::RedisDoors{nullptr, &indexes_});
    node.session = std::make_unique<session::Session>(*node.core);
    start_collector(index);
  }

  void start_collector(size_t index) {
    Node& node = nodes_[index];
    gc::CollectorSettings settings;
    settings.scan.owner = "node" + std::to_string(index) + "." + std::to_string(++starts_);
    settings.scan.interval_ms = 0;
    settings.scan.lease_ms = 0;  // nobody keeps the others out: they are to get in each other's way
    settings.scan.rows_max = options_.rows_max;
    settings.queue_max = 8;
    node.core->garbage = nullptr;
    node.door = std::make_unique<FailingKv>(node.core->store);
    node.collector = std::make_unique<gc::Collector>(gc::Doors{kv_, *node.door, node.core->turns},
                                                     node.core->settings.databases, settings);
    node.core->garbage = node.collector.get();
  }

  void disturb(plan::Draw& draw) {
    for (size_t i = 0; i < nodes_.size(); ++i) {
      if (draw.percent(options_.restart_percent)) start_collector(i);
      while (draw.percent(options_.step_percent)) {
        gc::Collector& collector = *nodes_[i].collector;
        collector.collect_step(now_ms());
        collector.scan_step_of(draw.below(3), now_ms());
      }
    }
  }

  bool round_erases_something() {
    const auto erased = [&] {
      int64_t sum = 0;
      for (const Node& node : nodes_) {
        sum += node.collector->totals().metas_erased + node.collector->totals().rows_erased;
      }
      return sum;
    };
    const int64_t before = erased();
    for (size_t place = 0; place < model_.options().database_count; ++place) {
      size_t turn = 0;
      // The round that is under way, and a whole one.
      for (int ended = 0; ended < 2;) {
        gc::Collector& collector = *nodes_[turn++ % nodes_.size()].collector;
        if (collector.scan_step_of(place, now_ms()) == gc::ScanStep::kRoundEnded) ++ended;
      }
    }
    return erased() != before;
  }

  Bytes play_command(const plan::CommandEvent& command, Node& node) {
    const resp::Reply observed = node.session->execute(commands::views_of(command.args));
    const auto judgement = model_.judge(client_, command.args, now_ms(), observed);
    if (judgement.same) return "";
    return plan::command_line(command.args) + "\ncore: " + resp::to_transcript(observed) +
           "\nmodel: " + resp::to_transcript(judgement.expected);
  }

  const uint64_t seed_;
  const GcWorldOptions options_;
  sim::SimKv kv_;
  sim::SimClock clock_;
  sim::SimRandom random_;
  sim::FakeRedis indexes_;
  model::Model model_;
  std::vector<Node> nodes_;
  model::Client client_;
  size_t starts_ = 0;
};

}  // namespace keemun
