#include "sim/nodes.h"

#include <algorithm>
#include <string>
#include <utility>

#include "plan/draw.h"
#include "ports/store_error.h"

namespace keemun::sim {

namespace {

constexpr uint64_t kSkewMs = 500;

}  // namespace

int64_t Nodes::Node::Watch::now_ms() {
  const int64_t now_ms = node_.clock.now_ms();
  told_time_(node_, now_ms);
  return now_ms;
}

Nodes::Nodes(const WorldOptions& options, uint64_t seed, SeededScheduler& scheduler,
             Node::ToldTime told_time)
    : options_(options), seed_(seed), scheduler_(scheduler), told_time_(std::move(told_time)) {
  for (size_t i = 0; i < options.process_count; ++i) nodes_.emplace_back(i, told_time_);
}

void Nodes::start_all(const Ground& ground) {
  for (Node& node : nodes_) start(node, ground);
}

void Nodes::start(Node& node, const Ground& ground) {
  node.is_collecting = false;
  node.is_claiming = false;
  if (node.process) latest_ms_ = std::max(latest_ms_, node.process->core().latest_ms());
  node.process.reset();
  node.process = std::make_unique<Process>(
      Process::Ground{ground.kv, ground.weather, node.watch, steady_, ground.random, ground.copies,
                      ground.indexes, ground.host, node.number},
      options_);
}

int64_t Nodes::latest_ms() {
  for (Node& node : nodes_) latest_ms_ = std::max(latest_ms_, node.process->now_ms());
  return latest_ms_;
}

void Nodes::pass_time(int64_t ms) {
  steady_.pass(ms);
  for (Node& node : nodes_) node.clock.advance(ms);
}

void Nodes::set_clocks() {
  const int64_t now_ms = latest_ms();
  for (Node& node : nodes_) node.clock.set(now_ms);
}

void Nodes::skew_clocks(uint64_t event_id) {
  for (Node& node : nodes_) {
    plan::Draw draw(seed_ + node.number, event_id, plan::Stream::kProduct);
    node.clock.advance(static_cast<int64_t>(draw.below(kSkewMs)));
  }
}

void Nodes::do_chores(uint64_t event_id) {
  for (Node& node : nodes_) {
    if (are_many()) claim(node, event_id);
    if (options_.has_collector()) collect(node, event_id);
  }
}

void Nodes::collect(Node& node, uint64_t event_id) {
  constexpr size_t kPercent = 30;
  if (node.is_collecting) return;
  plan::Draw draw(seed_ + node.number, event_id, plan::Stream::kProduct);
  if (!draw.percent(kPercent) || !options_.collector_works(draw)) return;
  node.is_collecting = true;
  const auto collect = [&node, draw] {
    try {
      node.process->collector()->work(draw);
    } catch (const ports::StoreError&) {
      // What it could not do it does another time.
    }
    node.is_collecting = false;
  };
  scheduler_.spawn(collect, node.number);
}

void Nodes::claim(Node& node, uint64_t event_id) {
  constexpr size_t kPercent = 50;
  if (node.is_claiming) return;
  plan::Draw draw(seed_ + node.number, event_id, plan::Stream::kSchedule);
  if (!draw.percent(kPercent)) return;
  node.is_claiming = true;
  const auto claim = [&node] {
    try {
      node.process->claims()->step();
    } catch (const ports::StoreError&) {
      // It tries again.
    }
    node.is_claiming = false;
  };
  scheduler_.spawn(claim, node.number);
}

void Nodes::stand_still(Node& node, size_t until_event) {
  node.stands_until = until_event;
  scheduler_.hold(node.number);
}

void Nodes::go_on(size_t event_index) {
  for (const Node& node : nodes_) {
    if (scheduler_.is_held(node.number) && node.stands_until <= event_index) {
      scheduler_.release(node.number);
    }
  }
}

void Nodes::all_go_on() {
  for (const Node& node : nodes_) scheduler_.release(node.number);
}

std::optional<size_t> Nodes::holder_of(BytesView key) const {
  const size_t share = cluster::Shares(Process::kShares).of(key);
  const auto holder = std::find_if(nodes_.begin(), nodes_.end(), [share](const Node& node) {
    return node.process->claims()->ownership().epoch(share) != 0;
  });
  return holder == nodes_.end() ? std::nullopt : std::optional(holder->number);
}

void Nodes::leave_share(size_t share) {
  for (Node& node : nodes_) {
    if (are_many()) node.process->claims()->hand_over(share % Process::kShares);
  }
}

std::optional<Bytes> Nodes::claim_all_shares() {
  // What nobody beats for is free after a while, if somebody has looked before.
  for (int64_t waited_ms = 0; waited_ms <= 2 * Process::kLeaseMs; waited_ms += 1'000) {
    pass_time(1'000);
    for (Node& node : nodes_) node.process->claims()->step();
  }
  for (size_t share = 0; share < Process::kShares; ++share) {
    const auto holders = std::count_if(nodes_.begin(), nodes_.end(), [share](const Node& node) {
      return node.process->claims()->ownership().epoch(share) != 0;
    });
    if (holders != 1) return std::to_string(holders) + " processes have a share";
  }
  return std::nullopt;
}

void Nodes::collect_all_garbage() {
  for (Node& node : nodes_) node.process->collector()->collect_all();
}

}  // namespace keemun::sim
