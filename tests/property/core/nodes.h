// Several cores on one store, as nodes that take turns: commands go now to one, now to another,
// nodes are started anew and configured differently, clocks step back. The oracle, which knows
// nothing of all that, still judges every reply.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "audit/audit.h"
#include "base/bytes.h"
#include "inexact/lenient_model.h"
#include "plan/draw.h"
#include "plan/generator.h"
#include "plan/plan_text.h"
#include "session/session.h"
#include "sim/sim_clock.h"
#include "sim/sim_kv.h"
#include "sim/sim_random.h"

namespace keemun {

struct NodesOptions {
  size_t node_count = 1;
  size_t restart_percent = 0;     // of commands before which its node is started anew
  bool change_encodings = false;  // at a restart
  size_t clock_back_percent = 0;  // of commands before which the clock steps back by up to 5 s
  bool stopped_clock = false;     // every command in the same millisecond
  format::LayoutKind layout = format::LayoutKind::kPlain;
};

class Nodes {
 public:
  Nodes(uint64_t seed, const NodesOptions& options)
      : seed_(seed),
        options_(options),
        clock_(plan::kStartMs),
        random_(seed),
        model_({}, {.of_hashes = options.change_encodings, .of_sets = options.change_encodings}),
        nodes_(options.node_count) {
    for (size_t i = 0; i < nodes_.size(); ++i) start(i, 0);
  }

  // Empty when every reply and in the end every row is what the oracle says.
  Bytes play(const plan::Plan& plan) {
    for (const plan::Event& event : plan.events) {
      if (const auto* moved = std::get_if<plan::ClockEvent>(&event.what)) {
        if (!options_.stopped_clock) clock_.advance(moved->advance_ms);
        continue;
      }
      const Bytes wrong = play_command(event);
      if (!wrong.empty()) return wrong;
    }
    const session::Core& core = *nodes_[0].core;
    return sim::audit({kv_.rows(), core.settings.databases, core.database_order, clock_.now_ms()},
                      model_.model().databases())
        .value_or("");
  }

 private:
  struct Node {
    std::unique_ptr<session::Core> core;
    std::unique_ptr<session::Session> session;
  };

  void start(size_t index, uint64_t choice) {
    using format::Encoding;
    session::CoreSettings settings;
    for (size_t i = 0; i < model_.model().options().database_count; ++i) {
      settings.databases.emplace_back(options_.layout, Bytes(1, static_cast<char>('a' + i)));
    }
    settings.issuer = format::IssuerNumber{static_cast<uint8_t>(index)};
    if (options_.change_encodings) {
      settings.encodings.hash = choice % 2 == 0 ? Encoding::kHashCounted : Encoding::kHashBlind;
      settings.encodings.set = choice / 2 % 2 == 0 ? Encoding::kSetCounted : Encoding::kSetBlind;
    }
    Node& node = nodes_[index];
    node.session.reset();
    node.core = std::make_unique<session::Core>(kv_, clock_, random_, std::move(settings));
    node.session = std::make_unique<session::Session>(*node.core);
  }

  Bytes play_command(const plan::Event& event) {
    plan::Draw draw(seed_, event.id, plan::Stream::kSchedule);
    const size_t index = draw.below(nodes_.size());
    if (draw.percent(options_.restart_percent)) start(index, draw.below(4));
    if (draw.percent(options_.clock_back_percent)) {
      clock_.advance(-static_cast<int64_t>(draw.below(5000)));
    }
    const plan::Args& args = event.command()->args;
    const resp::Reply observed = nodes_[index].session->execute(commands::views_of(args));
    const auto judgement = model_.judge(client_, args, clock_.now_ms(), observed);
    if (judgement.same) return "";
    return "event " + std::to_string(event.id) + ": " + plan::command_line(args) +
           "\ncore: " + resp::to_transcript(observed) +
           "\nmodel: " + resp::to_transcript(judgement.expected);
  }

  const uint64_t seed_;
  const NodesOptions options_;
  sim::SimKv kv_;
  sim::SimClock clock_;
  sim::SimRandom random_;
  inexact::LenientModel model_;
  std::vector<Node> nodes_;
  model::Client client_;
};

}  // namespace keemun
