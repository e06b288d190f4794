// Plays a plan on the core over any store as a server does: groups of commands of many clients,
// each group committed as one batch, with a collector of garbage at work in between. Two that play
// the same plan on equal stores leave equal rows after every group, so one of them can say what a
// store must hold that the other was writing when it was killed.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>

#include "base/bytes.h"
#include "gc/collector.h"
#include "keyspace/unit/pending_store.h"
#include "plan/draw.h"
#include "plan/generator.h"
#include "session/open_store.h"
#include "session/session.h"
#include "sim/sim_clock.h"
#include "sim/sim_random.h"

namespace keemun {

inline plan::Plan plan_of_groups(
    uint64_t seed, size_t event_count,
    format::EncodingFamily family = format::EncodingFamily::kCamellia) {
  plan::GeneratorOptions generator;
  generator.event_count = event_count;
  generator.own_clock = true;
  generator.names_databases = family == format::EncodingFamily::kArdb;
  // What only somebody who follows cursors and payloads can judge.
  generator.without = {"scan", "hscan", "sscan", "zscan", "restore"};
  return plan::generate(seed, generator);
}

class GroupedWriter {
 public:
  static constexpr size_t kDatabases = 16;

  // Told each command, when it ran and what the core answered.
  using Observer =
      std::function<void(const plan::CommandEvent&, int64_t now_ms, const resp::Reply&)>;

  // Both outlive it. Prepares the store for the core, if it is new; of a family are all databases.
  GroupedWriter(ports::KvStore& store, const plan::Plan& plan, int64_t start_ms,
                format::EncodingFamily family = format::EncodingFamily::kCamellia)
      : plan_(plan),
        pending_(store),
        clock_(start_ms),
        random_(plan.seed),
        core_(pending_, clock_, random_, settings_for(store, family)),
        collector_({pending_, core_.store, core_.turns}, core_.settings.databases,
                   collector_settings(plan.seed, family)) {
    core_.garbage = &collector_;
  }

  // Commits the next group. False: the plan is over.
  bool play_group(const Observer& observer = {}) {
    if (next_event_ >= plan_.events.size()) return false;
    plan::Draw draw(plan_.seed, plan_.events[next_event_].id, plan::Stream::kSchedule);
    for (size_t left = 1 + draw.below(6); left > 0 && next_event_ < plan_.events.size(); --left) {
      play(plan_.events[next_event_++], observer);
    }
    if (draw.percent(50)) {
      for (; swept_count_ < core_.database_count(); ++swept_count_) {
        collector_.sweep_too(swept_count_, core_.layout(swept_count_));
      }
      collector_.collect_step(core_.now_ms());
      collector_.scan_step(core_.now_ms());
      collector_.sweep_step(core_.now_ms());
    }
    ports::WriteBatch mark;
    mark.writes.push_back({mark_key(), mark_of(plan_.seed, ++group_count_), false});
    pending_.commit(mark);
    pending_.flush();
    return true;
  }

  session::Core& core() { return core_; }

  static std::vector<format::KeyLayout> namespaces() {
    std::vector<format::KeyLayout> namespaces;
    for (size_t i = 0; i < kDatabases; ++i) {
      namespaces.emplace_back(format::LayoutKind::kSlot, Bytes(1, static_cast<char>('a' + i)));
    }
    return namespaces;
  }

  // The row that says how many groups of which plan the store holds.
  static Bytes mark_key() { return "x#test"; }
  static Bytes mark_of(uint64_t seed, uint64_t groups) {
    return std::to_string(seed) + " " + std::to_string(groups);
  }
  // How many groups of that plan; 0 if the mark is of another one.
  static uint64_t groups_in(const Bytes& mark, uint64_t seed) {
    const Bytes head = std::to_string(seed) + " ";
    return mark.starts_with(head) ? std::stoull(mark.substr(head.size())) : 0;
  }

 private:
  static session::CoreSettings settings_for(ports::KvStore& store, format::EncodingFamily family) {
    session::CoreSettings settings;
    settings.databases = namespaces();
    settings.families.assign(kDatabases, family);
    session::open_store(store, settings.databases, settings.families);
    settings.encodings.has_expiry_index = true;
    settings.caches.local_bytes = 16 << 10;
    return settings;
  }

  static gc::CollectorSettings collector_settings(uint64_t seed, format::EncodingFamily family) {
    gc::CollectorSettings settings;
    settings.scan.owner = std::to_string(seed);
    settings.scan.interval_ms = 0;
    settings.scan.lease_ms = 0;
    settings.scan.rows_max = 10;
    for (size_t place = 0; place < kDatabases; ++place) {
      settings.sweep.namespaces.push_back({place, family});
    }
    return settings;
  }

  void play(const plan::Event& event, const Observer& observer) {
    if (const auto* moved = std::get_if<plan::ClockEvent>(&event.what)) {
      clock_.advance(moved->advance_ms);
      return;
    }
    const plan::CommandEvent& command = *event.command();
    auto& session = sessions_[command.client];
    if (!session) session = std::make_unique<session::Session>(core_);
    const std::vector<BytesView> words(command.args.begin(), command.args.end());
    const resp::Reply reply = session->execute(words);
    // Asked for whether anybody observes or not: the core's time depends on when it was looked at.
    const int64_t now_ms = core_.now_ms();
    if (observer) observer(command, now_ms, reply);
  }

  const plan::Plan& plan_;
  keyspace::PendingStore pending_;
  sim::SimClock clock_;
  sim::SimRandom random_;
  session::Core core_;
  gc::Collector collector_;
  std::map<uint32_t, std::unique_ptr<session::Session>> sessions_;
  size_t swept_count_ = kDatabases;  // namespaces that the collector knows
  size_t next_event_ = 0;
  uint64_t group_count_ = 0;
};

}  // namespace keemun
