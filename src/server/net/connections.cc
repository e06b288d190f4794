#include "server/net/connections.h"

#include <algorithm>
#include <utility>

#include "server/farewell.h"
#include "server/net/output_limits.h"
#include "server/net/transfers.h"

namespace keemun::server {

namespace {

// Whether serving it begins with what it sends, or has sent.
bool begins_with_input(const Client& client) {
  if (client.closes_after_output || client.is_deaf) return false;
  if (client.must_wait()) return true;
  return client.postponed.empty() && !client.is_owed_much();
}

bool has_more_to_run(const Client& client) {
  return client.is_blocked() || client.is_held_back() || client.has_input_pending;
}

// Before what it has sent is run: as much as nobody need be afraid of. And more from who may take
// its replies, or do what it waits for itself, only when it has said everything: no more than is
// left for all others then. Not while a request that was parsed lies where more would go.
bool may_send_more(const State& state, const Client& client) {
  constexpr size_t kOfAllMax = size_t{256} << 20;
  if (client.has_parsed) return false;
  const size_t unread = client.parser.unread_bytes();
  if (unread <= Client::kUntakenBytesMax) return true;
  if (client.is_held_back()) return false;  // it goes on by itself
  const auto of_one_max = static_cast<size_t>(state.settings.client_query_buffer_limit);
  const size_t left = kOfAllMax - std::min(kOfAllMax, state.unread_bytes);
  return unread < std::min(of_one_max, left);
}

}  // namespace

Connections::Connections(State& state, Poller& poller)
    : state_(state),
      poller_(poller),
      shared_turns_(io_threads(state.settings.io_threads)),
      parallel_reads_(state) {}

void Connections::handle(Client& client, const Poller::Event& event) {
  if (event.can_write) state_.has_news.push_back(client.id);
  if (!event.can_read) return;
  // Where reading is not wanted, it is the end that is reported.
  if (!client.interest.read) return leave(client);
  client.closes_after_output ? discard_from(client) : make_ready(client);
}

std::vector<Client*> Connections::beginners() {
  std::vector<Client*> clients;
  for (const uint64_t id : ready_) {
    Client* client = state_.client(id);
    if (client != nullptr && begins_with_input(*client)) clients.push_back(client);
  }
  return clients;
}

// Whoever is read from here is served in this turn, or when it goes on.
void Connections::receive_ahead() {
  if (!shared_turns_.are_possible()) return;
  shared_turns_.begin(std::exchange(state_.time_of_reads, {}).of_each());
  if (shared_turns_.helpers_for(ready_.size()) == 0) return;
  const std::vector<Client*> clients = beginners();
  const size_t helpers = shared_turns_.helpers_for(clients.size());
  if (helpers == 0) return;
  std::vector<ParallelReads::Answered> answered(clients.size());
  {
    std::optional<HostedCore::Shared> shared;
    if (parallel_reads_.may_begin()) shared.emplace(state_.hosted);
    shared_turns_.share(clients.size(), helpers, [&](size_t i) {
      serve_ahead(*clients[i], answered[i], shared.has_value());
    });
  }
  for (size_t i = 0; i < clients.size(); ++i) {
    if (clients[i]->received) ++state_.statistics.shared_reads;
    if (clients[i]->sent) ++state_.statistics.shared_writes;
    if (answered[i].has_begun) end_ahead(*clients[i], answered[i]);
  }
  std::erase_if(ready_, [this](uint64_t id) {
    const Client* client = state_.client(id);
    return client != nullptr && !client->is_ready;
  });
}

void Connections::serve_ahead(Client& client, ParallelReads::Answered& answered, bool may_answer) {
  if (!client.received && !client.has_input_pending) receive_from(client);
  const bool has_come = client.received && client.received->status == Stream::Status::kDone;
  if (!may_answer || !(has_come || client.has_input_pending)) return;
  parallel_reads_.answer(client, answered);
  const bool may_send = answered.is_drained && !is_over_hard_output_limit(state_, client);
  if (may_send && !client.output.unsent().empty()) server::send_to(client);
}

void Connections::end_ahead(Client& client, const ParallelReads::Answered& answered) {
  parallel_reads_.count(client, answered);
  if (client.received) read_from(client);
  client.has_input_pending = !answered.is_drained;
  if (answered.is_drained && client.has_ended) close_after_output(client);
  if (!client.output.unsent().empty() || client.sent) state_.has_news.push_back(client.id);
  if (answered.is_drained && !client.stream->has_unread()) client.is_ready = false;
}

bool Connections::read_from(Client& client) {
  if (!client.received) receive_from(client);
  const Stream::Transfer transfer = *std::exchange(client.received, std::nullopt);
  if (transfer.status == Stream::Status::kClosed) leave(client);
  if (transfer.status == Stream::Status::kEnded) take_the_end_of(client);
  if (transfer.status != Stream::Status::kDone) return false;
  client.active_ms = state_.now_ms();
  client.bytes_read += static_cast<int64_t>(transfer.bytes);
  if (client.closes_after_output) {
    client.sends_on = true;
  } else {
    state_.unread_bytes += transfer.bytes;
  }
  state_.statistics.bytes_in += static_cast<int64_t>(transfer.bytes);
  ++state_.statistics.reads;
  return true;
}

void Connections::discard_from(Client& client) {
  constexpr int kReadsMax = 16;
  for (int reads = 0; reads < kReadsMax && !client.is_gone && !client.has_ended; ++reads) {
    if (!read_from(client)) break;
  }
  if (!client.is_gone) set_interest(client);
}

// A connection that is closed while something lies unread, or is on its way, is reset, and what the
// client has not taken from the network yet is lost.
void Connections::end(Client& client) {
  constexpr int64_t kLingerMs = 1000;
  if (client.is_gone || client.is_deaf || client.has_ended) return state_.drop(client);
  if (client.lingers_until_ms) return;
  discard_from(client);
  if (client.is_gone) return;
  if (!client.sends_on && client.parser.unread_bytes() == 0) return state_.drop(client);
  client.stream->finish();
  withdraw(state_, client);
  client.lingers_until_ms = state_.now_ms() + kLingerMs;
  ++state_.lingering;
}

void Connections::read_beside_wait(Client& client) {
  if (client.is_deaf) return;
  if (client.received || may_send_more(state_, client)) {
    client.has_input_pending |= read_from(client);
  }
  if (!client.must_wait() && !client.is_owed_much()) make_ready(client);
  if (!client.is_gone) set_interest(client);
}

// Whoever does not wait for answers has his requests run all the same, as by a server that is never
// held up; but for those that only read, and those that were to wait for something.
void Connections::leave(Client& client) {
  if (client.is_deaf) return;
  const bool has_requests =
      client.is_held_back() || client.has_input_pending || !client.postponed.empty();
  const bool waits = client.is_blocked();
  if (!has_requests || waits || client.closes_after_output) return state_.drop(client);
  client.is_deaf = true;
  poller_.remove(client.stream->socket());
}

// Whoever sends nothing more still gets his answers, but for those that have yet to come about.
void Connections::take_the_end_of(Client& client) {
  client.has_ended = true;
  if (client.is_blocked()) return stop_waiting(client);
  if (has_more_to_run(client)) return set_interest(client);
  close_after_output(client);
}

void Connections::stop_waiting(Client& client) {
  state_.parked.unpark(client.id);
  client.wait.reset();
  client.halt = Client::Halt::kNone;
  client.postponed.clear();
  close_after_output(client);
}

void Connections::close_after_output(Client& client) {
  client.closes_after_output = true;
  state_.has_news.push_back(client.id);
}

void Connections::send_news() {
  std::vector<Client*> clients;
  for (const uint64_t id : std::exchange(state_.has_news, {})) {
    Client* client = state_.client(id);
    if (client == nullptr) continue;
    if (client->is_deaf) {
      send_to_nobody(*client);
    } else if (is_over_hard_output_limit(state_, *client)) {
      close_for_its_output(state_, *client);
    } else {
      clients.push_back(client);
    }
  }
  if (const size_t helpers = shared_turns_.helpers_for(clients.size()); helpers > 0) {
    std::sort(clients.begin(), clients.end());  // each once: no two threads may meet in one
    clients.erase(std::unique(clients.begin(), clients.end()), clients.end());
    state_.statistics.shared_writes +=
        std::count_if(clients.begin(), clients.end(), [](Client* client) { return !client->sent; });
    shared_turns_.share(clients.size(), helpers, [&](size_t i) {
      if (!clients[i]->sent) server::send_to(*clients[i]);
    });
  }
  for (Client* client : clients) send_to(*client);
}

void Connections::send_to_nobody(Client& client) {
  client.output.consume(client.output.unsent().size());
  if (client.is_blocked() || client.closes_after_output) return state_.drop(client);
  // Its replies may have been too many to go on.
  if (client.has_input_pending && !client.must_wait()) make_ready(client);
}

void Connections::send_to(Client& client) {
  if (!client.sent) server::send_to(client);
  const Client::Sent sent = *std::exchange(client.sent, std::nullopt);
  if (sent.status == Stream::Status::kClosed) leave(client);
  client.bytes_written += static_cast<int64_t>(sent.bytes);
  state_.statistics.bytes_out += static_cast<int64_t>(sent.bytes);
  if (sent.bytes > 0) ++state_.statistics.writes;
  if (sent.bytes > 0) client.active_ms = state_.now_ms();
  // Who sends nothing more, and waits for others, has left: nobody takes what would come of it.
  const bool is_through = client.closes_after_output || (client.has_ended && client.is_blocked());
  if (client.output.empty() && is_through) end(client);
  if (client.is_gone) return;
  if (client.is_deaf) return send_to_nobody(client);
  if (is_over_output_limit(state_, client)) return close_for_its_output(state_, client);
  // A commit that has failed takes replies back: then there is room again though nobody has taken
  // any.
  const bool has_stopped = sent.untaken_before > Client::kUntakenBytesMax ||
                           client.has_input_pending || !client.postponed.empty();
  const bool may_go_on = !client.is_owed_much() && !client.must_wait() && !client.is_paused() &&
                         !client.closes_after_output;
  if (has_stopped && may_go_on) make_ready(client);
  set_interest(client);
}

void Connections::set_interest(Client& client) {
  if (client.is_deaf) return;
  const bool is_behind = client.must_wait() || client.is_owed_much();
  const bool may_read = !is_behind || may_send_more(state_, client);
  const bool has_read_the_end =
      client.has_ended && (client.closes_after_output || has_more_to_run(client));
  const Poller::Interest wanted = {
      .read = !client.is_paused() && !has_read_the_end && (may_read || client.closes_after_output),
      // Who waits for others, and leaves, is done with.
      .end = client.is_paused() || (client.wait && !may_read),
      .write = !client.output.unsent().empty()};
  if (wanted == client.interest) return;
  client.interest = wanted;
  poller_.set(client.stream->socket(), client.id, wanted);
}

void Connections::make_ready(Client& client) {
  if (client.is_ready) return;
  client.is_ready = true;
  ready_.push_back(client.id);
}

}  // namespace keemun::server
