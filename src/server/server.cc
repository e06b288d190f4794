#include "server/server.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <utility>

#include "base/check.h"
#include "base/command_error.h"
#include "base/version.h"
#include "server/access/access.h"
#include "server/access/admission.h"
#include "server/config/doubtful_settings.h"
#include "server/config/numbered_namespaces.h"
#include "server/config/options.h"
#include "server/farewell.h"
#include "server/news/tracking_news.h"
#include "server/observe/process_memory.h"
#include "server/observe/request_record.h"
#include "session/script_run.h"

namespace keemun::server {

namespace {

// No client's numbers, and no listener's.
constexpr uint64_t kSignals = uint64_t{1} << 62;
constexpr uint64_t kReads = kSignals + 1;
constexpr uint64_t kArrivals = kSignals + 2;

Bytes random_run_id(ports::Random& random) {
  constexpr char kDigits[] = "0123456789abcdef";
  constexpr size_t kRunIdDigits = 40;
  Bytes id;
  for (size_t i = 0; i < kRunIdDigits; ++i) id += kDigits[random.below(16)];
  return id;
}

// Where much waits for a commit under way.
bool may_pass_a_full_group(const Client& client, std::span<const BytesView> args) {
  const commands::Command* command = client.session.find(args);
  if (command == nullptr) return true;
  return !command->is(commands::kWrite) && command->name != "exec" &&
         !session::runs_script(*command);
}

// Without anybody to take the answer.
bool is_of_no_use(const Client& client, std::span<const BytesView> args) {
  const commands::Command* command = client.session.find(args);
  return command != nullptr && command->is(commands::kReadonly) &&
         !session::runs_script(*command) && !client.session.is_in_multi();
}

}  // namespace

Server::Server(const Settings& settings, const Bytes& config_path)
    : state_(settings),
      runner_(state_, {[this] { turn_beside_script(); }, [this] { signals_.obey(state_); }},
              [this] { groups_.finish(); }),
      groups_(state_),
      connections_(state_, poller_),
      postponed_(state_),
      long_requests_(state_, runner_, postponed_, groups_) {
  state_.log.set_level(log_level_named(settings.log_level));
  last_words_.emplace(state_.log);
  have_allocator_purged();
  state_.config_path = config_path;
  state_.run_id = random_run_id(state_.hosted.core().random);
  state_.started_ms = state_.now_ms();
  state_.startup_memory = resident_bytes();
  state_.saves.start(state_.started_ms);
  CHECK(poller_.add(signals_.bell(), kSignals));
  CHECK(poller_.add(postponed_.bell(), kReads));
  CHECK(poller_.add(state_.hosted.bell_of_arrival().descriptor(), kArrivals));
  listeners_ = std::make_unique<Listeners>(state_, poller_);
  state_.hosted.begin_to_serve();
  upkeep_ = std::make_unique<Upkeep>(state_);
  if (!settings.pid_file.empty()) {
    std::ofstream file(settings.pid_file);
    has_pid_file_ = static_cast<bool>(file << ::getpid() << std::endl);
    if (!has_pid_file_) {
      state_.log.warning("cannot write pidfile " + settings.pid_file + ": " + std::strerror(errno));
    }
  }
  for (const Bytes& doubt : doubts_about(settings)) state_.log.warning(doubt);
  if (!settings.requirepass.empty() && !state_.access.takes_only(settings.requirepass)) {
    state_.log.warning(
        "requirepass says nothing: the users that are configured say otherwise of the user "
        "default");
  }
  state_.log.notice("Keemun " + Bytes(kKeemunVersion) + ", store in " + settings.dir);
  const std::vector<Bytes> others = namespaces_not_served(state_.hosted.store(), settings);
  if (!others.empty()) {
    state_.log.warning("The store has keys of other namespaces, which are not served: " +
                       joined(others));
  }
  if (!settings.without_effect.empty()) {
    state_.log.notice("Options without an effect here: " + joined(settings.without_effect));
  }
  state_.hosted.core().libraries.settled(state_.hosted.core().extension);
  if (settings.port != 0 || settings.tls_port != 0) {
    state_.log.notice("Ready to accept connections at " + joined(listeners_->addresses()));
  }
  if (!settings.unix_socket.empty()) {
    state_.log.notice("The server is now ready to accept connections at " + settings.unix_socket);
  }
}

Server::~Server() = default;

void Server::run() {
  while (!state_.shutdown_reason) {
    const bool may_wait = !connections_.has_ready() && !long_requests_.have_work() &&
                          (groups_.is_full() || !upkeep_has_work());
    const bool are_others_served = turn(may_wait ? static_cast<int>(patience_ms()) : 0);
    if (long_requests_.have_work()) go_on_with_long_requests();
    const bool may_write = !groups_.is_full();
    if (may_write && upkeep_->is_slice_due(are_others_served)) {
      upkeep_->do_slice();
      end_upkeep();
    }
    if (may_write && upkeep_->may_go_on()) {
      upkeep_->go_on();
      end_upkeep();
    }
    if (upkeep_->is_due()) {
      if (state_.saves.is_scheduled()) groups_.finish();  // what was said before it is in it
      upkeep_->tick();
      listeners_->wake();
      end_upkeep();
    }
    // Not before: some of the upkeep is only done while nobody rests.
    if (long_requests_.may_others_begin()) let_others_begin();
    if (auto read = upkeep_->take_cold_read()) postponed_.read_for_upkeep(std::move(*read));
  }
  shut_down();
}

bool Server::upkeep_has_work() const {
  const bool may_have_slice = upkeep_->pace().is_quiet() || upkeep_->is_count_awaited();
  return upkeep_->may_go_on() || (may_have_slice && upkeep_->is_slice_due(false));
}

int64_t Server::patience_ms() {
  const int64_t patience_ms_max = upkeep_->has_slices() ? 1 : Upkeep::kTickMs;
  const auto deadline_ms = state_.parked.next_deadline_ms();
  if (!deadline_ms) return patience_ms_max;
  return std::clamp<int64_t>(*deadline_ms - state_.now_ms(), 0, patience_ms_max);
}

std::span<const Poller::Event> Server::wait_for_events(int timeout_ms) {
  if (timeout_ms == 0) return poller_.wait(0);
  const auto begin = SlicePace::Clock::now();
  auto events = poller_.wait(timeout_ms);
  upkeep_->pace().note_wait(SlicePace::Clock::now() - begin);
  return events;
}

bool Server::turn(int timeout_ms) {
  auto events = wait_for_events(groups_.is_under_way() ? 0 : timeout_ms);
  if (events.empty() && !connections_.has_ready() && state_.hosted.ring_at_arrival()) {
    events = wait_for_events(timeout_ms);
  }
  const bool has_overdue = !state_.parked.empty() && patience_ms() == 0;
  if (events.empty() && !connections_.has_ready() && !has_overdue) {
    if (groups_.is_under_way()) end_turn();
    return false;
  }
  ++state_.statistics.turns;
  for (const Poller::Event& event : events) handle(event);
  if (connections_.has_ready()) upkeep_->pace().note_clients();
  connections_.receive_ahead();
  serving_ = connections_.take_ready();
  for (served_ = 0; served_ < serving_.size();) {
    Client* client = state_.client(serving_[served_++]);
    if (client == nullptr) continue;
    client->is_ready = false;
    serve(*client);
    groups_.step();
    connections_.send_news();
  }
  if (has_overdue) runner_.end_overdue_waits();
  end_turn();
  return true;
}

// Whoever was to come in this turn comes now. What was gathered before the script began is
// committed, so that its replies do not wait for the script; if that fails, the script has read
// what is not there.
void Server::turn_beside_script() {
  for (const Poller::Event& event : poller_.wait(0)) handle(event);
  std::vector<uint64_t> others(serving_.begin() + static_cast<std::ptrdiff_t>(served_),
                               serving_.end());
  serving_.resize(served_);
  const std::vector<uint64_t> ready = connections_.take_ready();
  others.insert(others.end(), ready.begin(), ready.end());
  for (const uint64_t id : others) {
    Client* client = state_.client(id);
    if (client == nullptr) continue;
    client->is_ready = false;
    if (id == state_.long_script.client) {
      connections_.make_ready(*client);
    } else {
      serve(*client);
    }
  }
  const int64_t failures = state_.failed_commits;
  state_.hosted.set_unit_open(true);
  groups_.finish();
  state_.hosted.set_unit_open(state_.resting_requests > 0);
  if (state_.failed_commits != failures) state_.long_script.must_end = true;
  connections_.send_news();
  remove_gone();
}

void Server::handle(const Poller::Event& event) {
  if (event.token == kSignals) return signals_.obey(state_);
  if (event.token == kReads) return go_on_after_reads();
  if (event.token == kArrivals) return state_.hosted.bell_of_arrival().still();
  if (Listeners::owns(event.token)) return listeners_->accept_from(event.token);
  if (Client* client = state_.client(event.token)) connections_.handle(*client, event);
}

void Server::serve(Client& client) {
  state_.touch_for_answer(client);
  if (client.closes_after_output) return connections_.set_interest(client);
  if (client.must_wait()) return connections_.read_beside_wait(client);
  if (client.is_paused() && state_.is_paused()) return connections_.set_interest(client);
  // It goes on when it has taken some. Many say all that they want to know before they take any.
  if (client.is_owed_much()) return connections_.read_beside_wait(client);
  client.halt = Client::Halt::kNone;
  const bool had_waited = !client.postponed.empty();
  if (had_waited) {
    const std::vector<Bytes> request = std::exchange(client.postponed, {});
    runner_.start_clock();
    if (!run_or_postpone(client, commands::views_of(request)) || !goes_on(client)) return;
  }
  if (!client.has_input_pending && client.is_deaf) return state_.drop(client);
  if (!client.has_input_pending && !connections_.read_from(client)) return;
  run_requests(client);
  // Who had to wait has said more meanwhile: as much as is read at once comes before those who
  // waited behind him.
  const bool is_through = !client.has_input_pending && !client.must_wait() && goes_on(client);
  if (had_waited && is_through && connections_.read_from(client)) run_requests(client);
}

void Server::run_requests(Client& client) {
  using Status = resp::RequestParser::Status;
  runner_.start_clock();
  const auto begin = runner_.clock();
  client.has_input_pending = true;
  for (int i = 0; Client::has_share_left(i, runner_.clock() - begin) && !client.is_owed_much() &&
                  (groups_.is_under_way() || !state_.hosted.has_gathered_much());
       ++i) {
    client.parser.set_authentication_required(must_log_in(state_, client));
    const bool has_parsed = std::exchange(client.has_parsed, false);
    const Status status = has_parsed ? Status::kRequest : client.parser.next();
    if (status == Status::kNeedMore) {
      client.has_input_pending = false;
      if (client.is_deaf) return state_.drop(client);
      if (client.has_ended) return connections_.close_after_output(client);
      if (client.stream->has_unread()) connections_.make_ready(client);
      return;
    }
    if (status == Status::kError) {
      const auto error = resp::Reply::error(client.parser.error());
      count_error(state_, error);
      client.answer(error);
      client.closes_after_output = client.sends_on = true;
      return;
    }
    if (client.is_deaf && is_of_no_use(client, client.parser.arguments())) {
      client.forget_attempts();
      continue;
    }
    client.look_ahead(i);
    if (!run_or_postpone(client, client.parser.arguments())) return;
    if (!goes_on(client)) return;
  }
  connections_.make_ready(client);
}

bool Server::goes_on(Client& client) {
  if (client.wait && client.has_ended) connections_.stop_waiting(client);
  return !client.wait && !client.closes_after_output && !client.is_gone && !state_.shutdown_reason;
}

bool Server::run_or_postpone(Client& client, std::span<const BytesView> args) {
  if (is_held_by_pause(state_, client, args)) {
    postponed_.until_pause_ends(client, args);
    return false;
  }
  if (must_be_counted_for(state_, client, args)) {
    postponed_.until_counted(client, args);
    upkeep_->await_count();
    return false;
  }
  if (groups_.is_full() && !may_pass_a_full_group(client, args)) {
    postponed_.until_room(client, args);
    return false;
  }
  if (!long_requests_.let_in(client, args)) {
    postponed_.until_others_end(client, args);
    return false;
  }
  if (long_requests_.are_likely_to_include(client, args)) return long_requests_.run(client, args);
  auto broken_off = runner_.run(client, args);
  if (!broken_off) return true;
  if (broken_off->read) {
    postponed_.until_read(client, args, std::move(*broken_off->read));
    return false;
  }
  client.tried.has_taken_long = true;
  client.long_command = client.session.find(args);
  return long_requests_.run(client, args);
}

void Server::go_on_with_long_requests() {
  if (long_requests_.may_have_read_what_failed()) {
    for (const uint64_t id : long_requests_.break_off()) begin_anew(id);
  } else if (const auto id = long_requests_.go_on()) {
    if (Client* client = state_.client(*id)) connections_.make_ready(*client);
  }
  end_turn();
}

void Server::let_others_begin() {
  long_requests_.let_others_begin([this](Client& client) {
    serve(client);
    groups_.step();
  });
  end_turn();
}

void Server::go_on_after_reads() {
  for (const uint64_t id : postponed_.take_read()) {
    if (id == Postponed::kUpkeep) upkeep_->note_read();
    begin_anew(id);
  }
}

void Server::begin_anew(uint64_t id) {
  Client* client = state_.client(id);
  if (client == nullptr) return;
  client->halt = Client::Halt::kNone;
  connections_.make_ready(*client);
}

void Server::end_upkeep() {
  if (!upkeep_->is_count_awaited()) {
    for (const uint64_t id : postponed_.take_counted()) begin_anew(id);
  }
  runner_.serve_waiting();
  end_turn();
}

void Server::end_turn() {
  tell_trackers(state_);
  groups_.end_turn();
  if (!groups_.is_full()) {
    for (const uint64_t id : postponed_.take_awaiting_room()) begin_anew(id);
  }
  for (const uint64_t id : std::exchange(state_.unparked, {})) {
    if (Client* client = state_.client(id)) connections_.make_ready(*client);
  }
  connections_.send_news();
  if (!state_.is_paused()) {
    for (const uint64_t id : postponed_.take_paused()) {
      const Client* client = state_.client(id);
      if (client != nullptr && client->is_paused()) begin_anew(id);  // else it has begun already
    }
  }
  remove_gone();
}

void Server::remove_gone() {
  for (const uint64_t id : std::exchange(state_.gone, {})) {
    Client& client = *state_.clients.at(id);
    const bool is_beside_script = state_.long_script.client != 0;
    if (is_beside_script && (id == state_.long_script.client || client.is_on_fiber())) {
      state_.gone.push_back(id);
    } else {
      remove(client);
    }
  }
}

void Server::remove(Client& client) {
  long_requests_.drop(client);
  withdraw(state_, client);
  state_.tracking.forget(client.id);
  const Bytes trouble = client.stream->trouble();
  state_.tell_of_connection(trouble.empty() ? "Closed" : trouble + ", closed", client);
  state_.clients.erase(client.id);
}

}  // namespace keemun::server
