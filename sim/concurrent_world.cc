#include "sim/concurrent_world.h"

#include <algorithm>
#include <utility>

#include "base/ascii.h"
#include "base/check.h"
#include "base/command_error.h"
#include "base/hash.h"
#include "plan/plan_text.h"
#include "plan/swarm.h"
#include "session/database_order.h"
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

constexpr BytesView kNothingDone[] = {"ERR store unavailable, nothing was done", "TRYAGAIN ",
                                      "MOVED ", "CROSSSLOT ", "CLUSTERDOWN "};
constexpr BytesView kUnknown = "ERR outcome unknown";

bool says_nothing_done(const Reply& reply) {
  if (!reply.is_error()) return false;
  return std::any_of(std::begin(kNothingDone), std::end(kNothingDone),
                     [&](BytesView text) { return reply.text().starts_with(text); });
}

// Whatever it was told. Of a sorted set whose index is in Redis it is the index that counts.
bool has_happened(const CommitTrack& track) {
  if (track.index == CommitTrack::Index::kAsItWas) return false;
  return track.index != CommitTrack::Index::kUntouched || track.commit != 0;
}

bool says_unknown(const Reply& reply) {
  return reply.is_error() && reply.text().starts_with(kUnknown);
}

// A transaction, or a script: several commands that are committed together.
bool is_unit_of_many(const Operation& operation) {
  if (operation.commands.size() != 1) return operation.commands.size() > 1;
  constexpr BytesView kEval = "eval";
  const BytesView name = operation.commands.front().front();
  return ascii_equal_ignoring_case(name.substr(0, kEval.size()), kEval);
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

// Takes no key's gate, so others may change keys behind its back: what it sees is no one moment.
bool is_walk_over_keys(const plan::Args& args) {
  constexpr BytesView kWalks[] = {"dbsize", "keys", "randomkey"};
  return std::any_of(std::begin(kWalks), std::end(kWalks),
                     [&](BytesView name) { return ascii_equal_ignoring_case(args[0], name); });
}

}  // namespace

void ConcurrentWorld::told_time(Nodes::Node& node, int64_t now_ms) {
  const auto running = running_.find(runtime::Fiber::current());
  if (running == running_.end() || running->second->has_time) return;
  running->second->has_time = true;
  running->second->operation.now_ms = std::max(now_ms, node.process->core().latest_ms());
}

ConcurrentWorld::ConcurrentWorld(const plan::Plan& plan)
    : plan_(plan),
      options_(WorldOptions::parse(plan.options)),
      scheduler_(stacks_, scheduler_options(options_, plan.seed)),
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
  while (true) runtime::Fiber::suspend();
}

CommitTrack* ConcurrentWorld::track() {
  const auto running = running_.find(runtime::Fiber::current());
  return running == running_.end() ? nullptr : &running->second->track;
}

void ConcurrentWorld::fail(BytesView law, Bytes detail) {
  if (!violation_) violation_ = {Bytes(law), event_index_, std::move(detail)};
}

std::optional<Violation> ConcurrentWorld::play() {
  for (event_index_ = 0; event_index_ < plan_.events.size() && !violation_; ++event_index_) {
    const plan::Event& event = plan_.events[event_index_];
    play_event(event);
    for (size_t steps = steps_after(event); steps > 0 && step_once(); --steps) {
    }
    if (wants_crash_) crash(0);
    if (stretch_.size() >= options_.stretch_operations) end_stretch();
  }
  event_index_ = plan_.events.empty() ? 0 : plan_.events.size() - 1;
  if (!violation_) end_stretch();
  if (!violation_ && options_.has_collector()) collect_all_garbage();
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
    return move_clock(moved->advance_ms, event.id);
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

// A clock that steps back is the clock of one process.
void ConcurrentWorld::move_clock(int64_t by_ms, uint64_t event_id) {
  if (by_ms >= 0) return pass_time(by_ms);
  plan::Draw draw(plan_.seed, event_id, plan::Stream::kProduct);
  nodes_[draw.below(nodes_.size())].clock.advance(by_ms);
  history_digest_ = hash_draw(history_digest_, static_cast<uint64_t>(by_ms), 0);
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

bool ConcurrentWorld::step_once() {
  return !violation_ && !wants_crash_ && scheduler_.run_one();
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
  if (client.running != nullptr) scheduler_.release(client.process);
  while (client.running != nullptr && step_once()) {
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
  } else if (is_queued || reply.text() != "ERR MULTI calls can not be nested") {
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

void ConcurrentWorld::leave_out_unjudged(Running& running) {
  Operation& operation = running.operation;
  const bool is_transaction = operation.commands.size() > 1;
  if (running.track.attempts > 1 && !is_unit_of_many(operation)) {
    fail("one_commit_per_command", plan::command_line(operation.commands.back()));
  }
  if (says_unknown(operation.reply)) {
    operation.returned_at = kNever;
    has_unknown_ = true;
  } else if (says_nothing_done(operation.reply)) {
    if (has_happened(running.track) || running.track.is_part) {
      fail("refused_means_not_done", plan::command_line(operation.commands.back()));
    }
    running.is_judged = false;
  } else if (is_walk_over_keys(operation.commands.front())) {
    running.is_judged = false;
  } else if (is_transaction && operation.reply.is_aggregate()) {
    auto& items = operation.reply.items();
    CHECK(items.size() + 2 == operation.commands.size());
    for (size_t i = items.size(); i-- > 0;) {
      if (!says_nothing_done(items[i]) && !says_unknown(items[i]) &&
          !is_walk_over_keys(operation.commands[i + 1])) {
        continue;
      }
      items.erase(items.begin() + static_cast<std::ptrdiff_t>(i));
      operation.commands.erase(operation.commands.begin() + static_cast<std::ptrdiff_t>(i) + 1);
    }
  }
}

void ConcurrentWorld::run_to_rest() {
  nodes_.all_go_on();
  for (uint64_t steps = 0; step_once(); ++steps) {
    if (steps == kStepsToRestMax) return fail("liveness_after_faults", "no end after many steps");
  }
  if (violation_ || wants_crash_) return;
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

std::vector<Operation> ConcurrentWorld::take_operations() {
  std::vector<Operation> operations;
  operations.reserve(stretch_.size());
  for (Running& running : stretch_) {
    Operation& operation = running.operation;
    if (!running.is_judged) continue;
    if (operation.returned_at == kNever && !has_happened(running.track) && !is_part(running)) {
      continue;
    }
    operation.hint_at = running.track.last_call_at;
    operation.commit = running.track.commit;
    operations.push_back(std::move(operation));
  }
  stretch_.clear();
  return operations;
}

// A transaction without an answer may have come as far as some of its batches, or of its indexes.
// What an index does late may come when its key is another.
bool ConcurrentWorld::is_part(const Running& running) const {
  const Operation& operation = running.operation;
  const CommitTrack& track = running.track;
  if (track.is_part) return true;
  if (operation.returned_at != kNever) return false;
  using Index = CommitTrack::Index;
  if (track.index == Index::kChangesLater) return true;
  if (operation.commands.size() == 1 && !is_unit_of_many(operation)) return false;
  if (track.has_asked_index) return track.attempts > 0 || track.index > Index::kUntouched;
  return track.commit != 0 && !kv_.capabilities().atomic_batch;
}

// What it chose, or which of its commands were refused, is not known where its answer is not.
bool ConcurrentWorld::is_left_open(const Running& running) const {
  const Operation& operation = running.operation;
  if (operation.returned_at != kNever) return false;
  return running.track.refusals > 0 || (has_lost_record_ && is_unit_of_many(operation)) ||
         std::any_of(operation.commands.begin(), operation.commands.end(),
                     [](const auto& args) { return ascii_equal_ignoring_case(args[0], "spop"); });
}

StoredKeys ConcurrentWorld::stored_keys() {
  const auto order = session::load_database_order(kv_, numbered_.size());
  StoredRows rows = {kv_.rows(),
                     numbered_,
                     order,
                     nodes_.latest_ms(),
                     &indexes_.keys(),
                     kv_.capabilities().atomic_batch,
                     ardb_rules(options_),
                     options_.encodings.has_expiry_index,
                     named_};
  rows.has_spare_index_rows = options_.has_stored_indexes();
  return reader_.read(rows, kv_.take_changes());
}

void ConcurrentWorld::check_stretch() {
  try {
    for (const Running& running : stretch_) {
      if (!running.is_judged || (!is_part(running) && !is_left_open(running))) continue;
      add_to(unjudged_, running.operation.commands);
    }
    const StoredKeys stored = stored_keys();
    for (const auto& [place, damage] : stored.damaged) {
      const bool is_unjudged = unjudged_.are_all || unjudged_.keys.contains(place.second);
      if (!is_unjudged || damage.counts_too_few) {
        return fail("rows_match_meta",
                    "key " + plan::argument_text(place.second) + ": " + damage.what);
      }
    }
    std::vector<Operation> all = take_operations();
    const HistoryVerdict verdict =
        check_history(model_, {options_, all, stored, nodes_.latest_ms(), unjudged_});
    if (verdict.kind == HistoryVerdict::Kind::kDoesNotFit) {
      return fail("linearizable_per_key", verdict.detail);
    }
    taken_over_ = verdict.taken_over;
    if (verdict.kind == HistoryVerdict::Kind::kUndecided) {
      ++undecided_count_;
      taken_over_.are_all = true;
      take_over(model_, taken_over_, stored);
    }
    in_order_.clear();
    for (const size_t index : verdict.order) in_order_.push_back(std::move(all[index]));
    if (!verdict.is_compared) {
      if (auto detail = difference(stored, model_.databases(), nodes_.latest_ms())) {
        return fail("rows_match_meta", std::move(*detail));
      }
    }
    unjudged_ = {};
    for (const auto& [place, damage] : stored.damaged) unjudged_.keys.insert(place.second);
  } catch (const CommandError& error) {
    fail("rows_match_meta", error.text());
  }
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

void ConcurrentWorld::lose_commits(size_t count) {
  const uint64_t last_kept = kv_.last_commit() - kv_.lose_commits(count);
  if (violation_) return;
  model_.databases() = std::move(before_);
  for (const Operation& operation : in_order_) {
    if (operation.commit != 0 && operation.commit <= last_kept) apply(model_, operation);
  }
  try {
    const StoredKeys stored = stored_keys();
    take_over(model_, taken_over_, stored);
    if (auto detail = difference(stored, model_.databases(), nodes_.latest_ms())) {
      fail("crash_keeps_a_prefix", std::move(*detail));
    }
  } catch (const CommandError& error) {
    fail("crash_keeps_a_prefix", error.text());
  }
  kv_.sync();
}

void ConcurrentWorld::collect_all_garbage() {
  // Clocks that stepped back have caught up by then, leases have ended, and nothing is young.
  constexpr int64_t kLongMs = 3'600'000;
  pass_time(kLongMs);
  if (nodes_.are_many()) claim_all_shares();
  nodes_.collect_all_garbage();
  reader_ = KeyReader();  // the last look is at everything
  try {
    if (auto detail = difference(stored_keys(), model_.databases(), nodes_.latest_ms())) {
      return fail("gc_never_deletes_live", std::move(*detail));
    }
    const auto left = unreachable_rows(kv_.rows(), numbered_.front(), nodes_.latest_ms());
    if (left.empty()) return;
    fail("gc_reclaims_everything", std::to_string(left.size()) + " rows are left, the first is " +
                                       plan::argument_text(left.front()));
  } catch (const CommandError& error) {
    fail("gc_never_deletes_live", error.text());
  }
}

uint64_t ConcurrentWorld::digest() const {
  uint64_t digest = hash_draw(history_digest_, scheduler_.steps(), 0);
  for (const auto& [key, value] : kv_.rows()) digest = hash_bytes(value, hash_bytes(key, digest));
  return digest;
}

}  // namespace keemun::sim
