#include "sim/concurrent_world.h"

#include <algorithm>
#include <utility>

#include "base/ascii.h"
#include "base/hash.h"
#include "plan/draw.h"
#include "plan/swarm.h"
#include "sim/plan_names.h"
#include "sim/redis_faults.h"
#include "sim/request_digest.h"

namespace keemun::sim {

using plan::Fault;
using resp::Reply;

namespace {

// How many steps may come between two events.
constexpr size_t kStepsBetweenMax = 12;
constexpr uint64_t kStepsToRestMax = 1'000'000;

// Clients know where a key is, mostly.
constexpr size_t kKnowsTheWayPercent = 90;
// Events for which a process stands still at least.
constexpr size_t kStallEvents = 3;

// What is refused within a transaction and leaves it as it is.
bool is_passed_over(const Reply& reply) {
  return reply.text() == "ERR MULTI calls can not be nested" ||
         reply.text() == "ERR WATCH inside MULTI is not allowed";
}

SeededScheduler::Options scheduler_options(const WorldOptions& options, uint64_t seed) {
  using Schedule = WorldOptions::Schedule;
  SeededScheduler::Options result;
  result.seed = seed;
  result.steps_likely = 2000;
  if (options.schedule == Schedule::kUniform) result.mode = SeededScheduler::Mode::kUniform;
  if (options.schedule == Schedule::kPct) result.mode = SeededScheduler::Mode::kPct;
  if (options.schedule == Schedule::kFifo) result.mode = SeededScheduler::Mode::kFifo;
  if (options.schedule == Schedule::kScript) result.mode = SeededScheduler::Mode::kScript;
  result.script = options.script;
  return result;
}

}  // namespace

void ConcurrentWorld::told_time(Nodes::Node& node, int64_t now_ms) {
  const auto running = running_.find(runtime::Fiber::current());
  if (running == running_.end() || running->second->has_time) return;
  running->second->has_time = true;
  running->second->operation.now_ms = std::max(now_ms, node.process->core().latest_ms());
}

ConcurrentWorld::ConcurrentWorld(const plan::Plan& plan, runtime::FiberStackPool& stacks)
    : plan_(plan),
      options_(WorldOptions::parse(plan.options)),
      scheduler_(stacks, scheduler_options(options_, plan.seed)),
      kv_(options_.profile),
      weather_(kv_),
      nodes_(options_, plan.seed, scheduler_,
             [this](Nodes::Node& node, int64_t now_ms) { told_time(node, now_ms); }),
      random_(plan.seed),
      copies_(nodes_[0].clock),
      indexes_(nodes_[0].clock),
      model_(model_options(options_)),
      numbered_(core_settings(options_).databases),
      named_(open_names(plan, model_)),
      before_(model_.databases()) {
  kv_.note_changes();
  nodes_.start_all(ground());
  pass_time(kv_.capabilities().late_write_ms);
  if (!nodes_.are_many()) return;
  claim_all_shares();
  nodes_.skew_clocks(event_index_);
}

ConcurrentWorld::~ConcurrentWorld() {
  is_dying_ = true;
  scheduler_.drop_all();
}

void ConcurrentWorld::pause() {
  if (runtime::Fiber::current() != nullptr) runtime::Scheduler::yield();
}

void ConcurrentWorld::die() {
  wants_crash_ = true;
  scheduler_.stop();
  while (true) runtime::Fiber::suspend();
}

CommitTrack* ConcurrentWorld::track() {
  const auto running = running_.find(runtime::Fiber::current());
  return running == running_.end() ? nullptr : &running->second->track;
}

void ConcurrentWorld::fail(BytesView law, Bytes detail) {
  if (!violation_) violation_ = {Bytes(law), event_index_, std::move(detail)};
  scheduler_.stop();
}

std::optional<Violation> ConcurrentWorld::play() {
  for (event_index_ = 0; event_index_ < plan_.events.size() && !violation_; ++event_index_) {
    const plan::Event& event = plan_.events[event_index_];
    play_event(event);
    if (!has_to_stop()) scheduler_.run(steps_after(event));
    if (wants_crash_) crash(0);
    if (stretch_.size() >= options_.stretch_operations) end_stretch();
  }
  event_index_ = plan_.events.empty() ? 0 : plan_.events.size() - 1;
  reader_ = KeyReader();  // the last look is at everything
  if (!violation_) end_stretch();
  if (!violation_) let_long_pass();
  if (!violation_ && options_.has_collector()) collect_all_garbage();
  if (!violation_) delete_every_key();
  return std::move(violation_);
}

// How far others come before the next event.
size_t ConcurrentWorld::steps_after(const plan::Event& event) const {
  if (options_.schedule == WorldOptions::Schedule::kScript) return 0;
  plan::Draw draw(plan_.seed, event.id, plan::Stream::kSchedule);
  return draw.below(2) == 0 ? 0 : draw.below(kStepsBetweenMax);
}

void ConcurrentWorld::play_event(const plan::Event& event) {
  if (const auto* moved = std::get_if<plan::ClockEvent>(&event.what)) {
    return move_clock(*moved);
  }
  if (const auto* fault = std::get_if<plan::FaultEvent>(&event.what)) {
    return go_wrong(*fault, event.id);
  }
  nodes_.go_on(event_index_);
  nodes_.do_chores(event.id);
  send(event);
}

void ConcurrentWorld::pass_time(int64_t ms) {
  weather_.pass_ms(ms);
  nodes_.pass_time(ms);
  history_digest_ = hash_draw(history_digest_, static_cast<uint64_t>(ms), 0);
}

void ConcurrentWorld::move_clock(const plan::ClockEvent& event) {
  if (event.advance_ms >= 0) return pass_time(event.advance_ms);
  const size_t place = (event.process + nodes_.size() - 1) % nodes_.size();
  nodes_[place].clock.advance(event.advance_ms);
  history_digest_ = hash_draw(history_digest_, static_cast<uint64_t>(event.advance_ms), place);
}

void ConcurrentWorld::go_wrong(const plan::FaultEvent& fault, uint64_t event_id) {
  plan::Draw draw(plan_.seed, event_id, plan::Stream::kFault);
  switch (fault.fault) {
    case Fault::kCrash:
      ++fault_count_;
      if (nodes_.are_many()) return crash_alone(nodes_[draw.below(nodes_.size())]);
      crash(static_cast<size_t>(fault.amount));
      break;
    case Fault::kStall:
      ++fault_count_;
      nodes_.stand_still(nodes_[draw.below(nodes_.size())],
                         event_index_ + kStallEvents + static_cast<size_t>(fault.amount));
      pass_time(2 * Process::kLeaseMs);
      break;
    case Fault::kShareLeft:
      ++fault_count_;
      nodes_.leave_share(static_cast<size_t>(fault.amount));
      break;
    case Fault::kKvSync:
      kv_.sync();
      break;
    case Fault::kKvRefused:
    case Fault::kKvLost:
    case Fault::kKvAnswerLost:
    case Fault::kKvLate:
    case Fault::kKvTorn:
    case Fault::kCrashAtWrite:
      weather_.expect(fault, draw.next());
      break;
    default:
      ++fault_count_;
      disturb(copies_, indexes_, fault);
      break;
  }
}

void ConcurrentWorld::claim_all_shares() {
  if (auto detail = nodes_.claim_all_shares()) fail("liveness_after_faults", std::move(*detail));
}

bool ConcurrentWorld::has_to_stop() const {
  return violation_ || wants_crash_;
}

size_t ConcurrentWorld::process_for(const plan::Event& event, const Client& client) const {
  // A transaction stays where it began.
  if (!nodes_.are_many() || !client.requests.empty()) return client.process;
  plan::Draw draw(plan_.seed, event.id, plan::Stream::kProduct);
  const Touched touched = touched_by({&event.command()->args, 1});
  if (touched.keys.empty() || !draw.percent(kKnowsTheWayPercent)) return draw.below(nodes_.size());
  return nodes_.holder_of(*touched.keys.begin()).value_or(client.process);
}

void ConcurrentWorld::send(const plan::Event& planned) {
  const plan::CommandEvent& event = *planned.command();
  Client& client = clients_[event.client];
  if (client.running != nullptr) {
    scheduler_.release(client.process);
    awaited_ = &client;
    if (!has_to_stop()) scheduler_.run(kStepsToRestMax);
    awaited_ = nullptr;
  }
  if (wants_crash_) crash(0);
  if (violation_) return;
  if (client.running != nullptr) return fail("liveness_after_faults", "a client waits for ever");
  ++command_count_;
  Running& running = stretch_.emplace_back();
  client.running = &running;
  client.process = process_for(planned, client);
  running.process = client.process;
  running.operation.client = event.client;
  running.operation.called_at = ++ticks_;
  running.track.last_call_at = ticks_;
  Process& process = *nodes_[client.process].process;
  session::Session& session = process.session(event.client);
  const size_t database = session.connection().database;
  // Numbers of names are the process's own.
  running.operation.database = process.core().names.holds(database)
                                   ? model_.database_named(process.core().database_text(database))
                                   : database;
  // Within a transaction it is EXEC that does something.
  const bool is_exec = ascii_equal_ignoring_case(event.args[0], "exec");
  running.is_judged = is_exec || client.requests.empty();
  if (is_exec) running.operation.commands = client.requests;
  plan::Args& args = running.operation.commands.emplace_back(event.args);
  for (Bytes& arg : args) {
    if (arg == plan::kDumpedPayload) arg = client.dumped;
  }
  const runtime::Fiber& fiber = scheduler_.spawn(
      [this, &session, &running] {
        const std::vector<BytesView> words(running.args().begin(), running.args().end());
        const commands::Command* command = session.find(words);
        Reply reply = session.execute(command, words);
        if (command != nullptr) marks_.add(*command, reply);
        answer(running, std::move(reply));
      },
      client.process);
  running_.emplace(&fiber, &running);
}

bool ConcurrentWorld::follow_transaction(Client& client, const plan::Args& args,
                                         const Reply& reply) {
  const auto is_named = [&args](BytesView name) {
    return ascii_equal_ignoring_case(args[0], name);
  };
  const bool is_queued = reply.kind() == Reply::Kind::kStatus && reply.text() == "QUEUED";
  std::vector<plan::Args>& requests = client.requests;
  if (is_named("exec") && !requests.empty()) {
    requests.clear();
    return true;
  }
  if (is_named("multi") && !reply.is_error()) {
    requests = {args};
  } else if (is_named("discard") && !reply.is_error()) {
    requests.clear();
  } else if (requests.empty()) {
    return true;
  } else if (is_queued || !is_passed_over(reply)) {
    requests.push_back(args);  // a refused one too: EXEC will say so
  }
  return false;
}

void ConcurrentWorld::answer(Running& running, Reply reply) {
  const plan::Args& args = running.args();
  ++ticks_;
  running_.erase(runtime::Fiber::current());
  Client& client = clients_[running.operation.client];
  client.running = nullptr;
  if (&client == awaited_) scheduler_.stop();
  if (ascii_equal_ignoring_case(args[0], "dump") && reply.kind() == Reply::Kind::kBulk) {
    client.dumped = reply.text();
  }
  if (observer_) observer_({running.operation.client, args}, reply);
  history_digest_ = with_request(history_digest_, running.operation.client, args, reply);
  running.operation.returned_at = ticks_;
  if (!follow_transaction(client, args, reply)) running.is_judged = false;
  running.operation.reply = std::move(reply);
  if (running.is_judged) leave_out_unjudged(running);
}

void ConcurrentWorld::run_to_rest() {
  nodes_.all_go_on();
  if (!has_to_stop()) scheduler_.run(kStepsToRestMax);
  if (has_to_stop()) return;
  if (!scheduler_.is_idle()) return fail("liveness_after_faults", "no end after many steps");
  if (scheduler_.alive() > 0) fail("liveness_after_faults", "somebody waits for ever");
  for (Nodes::Node& node : nodes_) {
    if (node.process->core().gates.busy_count() == 0) continue;
    fail("liveness_after_faults", "a gate is held");
  }
}

void ConcurrentWorld::calm() {
  weather_.calm();
  indexes_.calm();
}

void ConcurrentWorld::end_stretch() {
  calm();
  run_to_rest();
  if (wants_crash_) return crash(0);
  weather_.land_all();
  copies_.land_late();
  indexes_.land_late();
  if (nodes_.are_many()) nodes_.set_clocks();
  if (!violation_) check_stretch();
  kv_.sync();
  const bool had_unknown = std::exchange(has_unknown_, false);
  if (had_unknown) pass_time(kv_.capabilities().late_write_ms);
  if (nodes_.are_many()) nodes_.skew_clocks(event_index_);
}

void ConcurrentWorld::crash(size_t lost_commits) {
  Nodes::Node& node = nodes_[0];
  const int64_t before_ms = node.process->now_ms();
  wants_crash_ = false;
  is_dying_ = true;
  scheduler_.drop_all();
  is_dying_ = false;
  running_.clear();
  for (auto& [number, client] : clients_) client = {};
  calm();
  indexes_.land_late();
  // An index outlives its process: a store that loses what it has said to hold is none for it.
  const bool loses_commits = kv_.profile().loses_unsynced && !options_.has_stored_indexes();
  before_ = loses_commits ? model_.databases() : std::vector<model::Database>();
  if (loses_commits) {
    check_stretch();
    lose_commits(lost_commits);
  }
  // Beginning anew takes longer than a clock steps back.
  node.clock.set(std::max(node.clock.now_ms(), before_ms));
  nodes_.start(node, ground());
  if (!loses_commits) {
    weather_.land_all();
    check_stretch();
  }
  has_unknown_ = false;
  has_lost_record_ = false;
  pass_time(kv_.capabilities().late_write_ms);
}

// What its clients were waiting for may still happen; its clock may be behind of what it was.
void ConcurrentWorld::crash_alone(Nodes::Node& node) {
  is_dying_ = true;
  scheduler_.drop(node.number);
  is_dying_ = false;
  std::erase_if(running_, [&](const auto& entry) { return entry.second->process == node.number; });
  for (auto& [number, client] : clients_) {
    if (client.process == node.number) client = {};
  }
  has_unknown_ = true;
  weather_.calm();
  nodes_.start(node, ground());
}

uint64_t ConcurrentWorld::digest() const {
  uint64_t digest = hash_draw(history_digest_, scheduler_.steps(), 0);
  for (const auto& [key, value] : kv_.rows()) digest = hash_bytes(value, hash_bytes(key, digest));
  return digest;
}

}  // namespace keemun::sim
