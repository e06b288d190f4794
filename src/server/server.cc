#include "server/server.h"

#include <sys/resource.h>
#include <sys/signalfd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <fstream>
#include <utility>

#include "base/command_error.h"
#include "base/number_text.h"
#include "server/output_limits.h"
#include "server/subscriptions.h"
#include "server/tls.h"
#include "server/version.h"
#include "session/error_replies.h"

namespace keemun::server {

namespace {

constexpr uint64_t kNoClient = uint64_t{1} << 63;  // tokens that are no client's number
constexpr uint64_t kSignals = kNoClient | 0xffff;
// A client's share of a turn.
constexpr int kRequestsMax = 1000;
// Of a client that has more to take than this, no request is run.
constexpr size_t kUntakenBytesMax = size_t{1} << 20;
constexpr int64_t kTickMs = 100;
constexpr double kScanPagesDueMax = 1000;
// What a process needs beside its clients: the store's files, logs, listeners.
constexpr rlim_t kOwnDescriptors = 1100;

Bytes random_run_id(ports::Random& random) {
  constexpr char kDigits[] = "0123456789abcdef";
  constexpr size_t kRunIdDigits = 40;
  Bytes id;
  for (size_t i = 0; i < kRunIdDigits; ++i) id += kDigits[random.below(16)];
  return id;
}

Descriptor open_signals() {
  sigset_t wanted;
  sigemptyset(&wanted);
  sigaddset(&wanted, SIGTERM);
  sigaddset(&wanted, SIGINT);
  return Descriptor(::signalfd(-1, &wanted, SFD_NONBLOCK | SFD_CLOEXEC));
}

resp::RequestLimits request_limits(const Settings& settings) {
  resp::RequestLimits limits;
  limits.bulk_bytes_max = static_cast<size_t>(settings.bulk_bytes_max);
  limits.request_bytes_max = static_cast<size_t>(settings.client_query_buffer_limit);
  return limits;
}

bool has_much_unread(const Client& client) {
  return client.parser.unread_bytes() > kUntakenBytesMax;
}

std::unique_ptr<Stream> open_plain(Descriptor socket) {
  return std::make_unique<Stream>(std::move(socket));
}

}  // namespace

Server::Server(const Settings& settings, const Bytes& config_path)
    : state_(settings), runner_(state_), signals_(open_signals()) {
  state_.log.open(settings.log_file);
  state_.log.set_level(log_level_named(settings.log_level));
  state_.config_path = config_path;
  state_.run_id = random_run_id(state_.hosted.core().random);
  state_.started_ms = state_.now_ms();
  state_.last_save_s = state_.started_ms / 1000;
  raise_descriptor_limit();
  poller_.add(signals_, kSignals);
  listen();
  if (settings.wal_sync == "everysec") {
    syncer_ = std::make_unique<WalSyncer>([this] {
      try {
        state_.hosted.settle();
      } catch (const ports::StoreError&) {  // the next commit fails and tells the clients
      }
    });
  }
  if (!settings.pid_file.empty()) {
    std::ofstream(settings.pid_file) << ::getpid() << "\n";
  }
  state_.log.notice("Keemun " + Bytes(kKeemunVersion) + ", store in " + settings.dir);
  state_.log.notice("Ready to accept connections");
}

Server::~Server() = default;

void Server::raise_descriptor_limit() {
  rlimit limit = {};
  ::getrlimit(RLIMIT_NOFILE, &limit);
  const rlim_t wanted = static_cast<rlim_t>(state_.settings.maxclients) + kOwnDescriptors;
  if (limit.rlim_cur >= wanted) return;
  limit.rlim_cur = std::min(wanted, limit.rlim_max);
  ::setrlimit(RLIMIT_NOFILE, &limit);
  if (limit.rlim_cur >= wanted) return;
  const rlim_t left = limit.rlim_cur > kOwnDescriptors ? limit.rlim_cur - kOwnDescriptors : 1;
  state_.settings.maxclients = static_cast<int64_t>(left);
  state_.log.warning("maxclients is " + format_int64(state_.settings.maxclients) +
                     ": the system allows no more open files");
}

void Server::listen() {
  const Settings& settings = state_.settings;
  if (settings.port != 0) listen_on_addresses(settings.port, open_plain);
  if (settings.tls_port != 0) {
    const TlsContext tls(settings);
    listen_on_addresses(settings.tls_port,
                        [tls](Descriptor socket) { return tls.open(std::move(socket)); });
  }
  if (!settings.unix_socket.empty()) {
    listeners_.push_back(
        {listen_unix(settings.unix_socket, settings.unix_socket_permissions, settings.tcp_backlog),
         open_plain});
  }
  if (listeners_.empty()) throw CommandError("there is nothing to listen on");
  for (size_t i = 0; i < listeners_.size(); ++i) poller_.add(listeners_[i].socket, kNoClient | i);
}

void Server::listen_on_addresses(int64_t port,
                                 std::function<std::unique_ptr<Stream>(Descriptor)> open) {
  for (const Bytes& address : state_.settings.bind) {
    const bool may_be_missing = address.starts_with('-');  // as a machine without IPv6 has it
    try {
      listeners_.push_back(
          {listen_tcp(address.substr(may_be_missing ? 1 : 0), port, state_.settings.tcp_backlog),
           open});
    } catch (const CommandError&) {
      if (!may_be_missing) throw;
    }
  }
}

void Server::run() {
  while (!state_.shutdown_reason) {
    turn(ready_.empty() ? static_cast<int>(patience_ms()) : 0);
    if (state_.now_ms() >= next_tick_ms_) tick();
  }
  shut_down();
}

int64_t Server::patience_ms() {
  const auto deadline_ms = state_.parked.next_deadline_ms();
  if (!deadline_ms) return kTickMs;
  return std::clamp<int64_t>(*deadline_ms - state_.now_ms(), 0, kTickMs);
}

void Server::turn(int timeout_ms) {
  const auto events = poller_.wait(timeout_ms);
  const bool has_overdue = !state_.parked.empty() && patience_ms() == 0;
  if (events.empty() && ready_.empty() && !has_overdue) return;
  ++state_.statistics.turns;
  runner_.start_clock();
  for (const Poller::Event& event : events) handle(event);
  for (const uint64_t id : std::exchange(ready_, {})) {
    Client* client = state_.client(id);
    if (client == nullptr) continue;
    client->is_ready = false;
    serve(*client);
    if (state_.hosted.wants_flush()) commit();
  }
  if (has_overdue) runner_.end_overdue_waits();
  end_turn();
}

void Server::handle(const Poller::Event& event) {
  if (event.token == kSignals) return read_signals();
  if ((event.token & kNoClient) != 0) return accept_from(event.token & ~kNoClient);
  Client* client = state_.client(event.token);
  if (client == nullptr) return;
  if (event.can_write) state_.has_news.push_back(client->id);
  if (!event.can_read) return;
  // Where reading is not wanted, it is the end that is reported.
  client->interest.read ? make_ready(*client) : state_.drop(*client);
}

void Server::read_signals() {
  signalfd_siginfo signal = {};
  while (::read(signals_.number(), &signal, sizeof signal) == sizeof signal) {
    state_.shutdown_reason = signal.ssi_signo == SIGINT ? "Received SIGINT" : "Received SIGTERM";
  }
}

void Server::accept_from(size_t index) {
  constexpr int kAcceptedMax = 128;
  Listener& listener = listeners_[index];
  for (int i = 0; i < kAcceptedMax; ++i) {
    auto accepted = accept_one(listener.socket);
    if (!accepted) {
      if (errno == EMFILE || errno == ENFILE) {
        listener.is_resting = true;
        poller_.set(listener.socket, kNoClient | index, {.read = false});
      }
      return;
    }
    admit(std::move(*accepted), listener);
  }
}

void Server::admit(Accepted accepted, Listener& listener) {
  ++state_.statistics.connections_received;
  const Settings& settings = state_.settings;
  Bytes refusal;
  if (static_cast<int64_t>(state_.clients.size()) >= settings.maxclients) {
    refusal = "-ERR max number of clients reached\r\n";
  } else if (settings.protected_mode && settings.requirepass.empty() && !accepted.is_local) {
    refusal =
        "-DENIED Keemun is running in protected mode because no password is set. Connections are "
        "accepted from this machine only: set requirepass, or switch protected-mode off.\r\n";
  }
  const bool is_unix = accepted.address.ends_with(":0") && accepted.address.starts_with('/');
  if (!is_unix) set_keepalive(accepted.socket, settings.tcp_keepalive_s);
  auto stream = listener.open(std::move(accepted.socket));
  if (!refusal.empty()) {
    ++state_.statistics.connections_rejected;
    stream->write(refusal);
    return;
  }
  const uint64_t id = ++state_.last_client_id;
  auto client = std::make_unique<Client>(id, std::move(stream), state_.hosted.core(),
                                         request_limits(settings));
  client->address = std::move(accepted.address);
  client->local_address = std::move(accepted.local_address);
  client->is_unix = is_unix;
  client->is_local = accepted.is_local;
  client->created_ms = client->active_ms = state_.now_ms();
  client->is_authenticated = settings.requirepass.empty();
  client->parser.set_authentication_required(!client->is_authenticated);
  poller_.add(client->stream->socket(), id);
  state_.clients.emplace(id, std::move(client));
}

void Server::serve(Client& client) {
  state_.touch(client);
  if (client.closes_after_output) return;
  if (client.wait) {  // what it sends meanwhile waits too, as far as there is room for it
    read_from(client);
    return;
  }
  if (client.output.size() > kUntakenBytesMax) return;  // goes on when it has taken some
  if (!client.postponed.empty()) {
    const std::vector<Bytes> request = std::exchange(client.postponed, {});
    if (!run_or_postpone(client, commands::views_of(request))) return;
  }
  if (!client.has_input_pending && !read_from(client)) return;
  run_requests(client);
}

bool Server::read_from(Client& client) {
  const Stream::Transfer transfer = client.stream->read(buffer_);
  if (transfer.status == Stream::Status::kClosed) state_.drop(client);
  if (transfer.status != Stream::Status::kDone) return false;
  client.active_ms = state_.now_ms();
  client.bytes_read += static_cast<int64_t>(transfer.bytes);
  state_.statistics.bytes_in += static_cast<int64_t>(transfer.bytes);
  client.parser.feed(BytesView(buffer_.data(), transfer.bytes));
  return true;
}

void Server::run_requests(Client& client) {
  using Status = resp::RequestParser::Status;
  client.has_input_pending = true;
  for (int i = 0; i < kRequestsMax && client.output.size() <= kUntakenBytesMax; ++i) {
    client.parser.set_authentication_required(!client.is_authenticated);
    const Status status = client.parser.next();
    if (status == Status::kNeedMore) {
      client.has_input_pending = false;
      if (client.stream->has_unread()) make_ready(client);
      return;
    }
    if (status == Status::kError) {
      client.answer(resp::Reply::error(client.parser.error()));
      client.closes_after_output = true;
      return;
    }
    if (!run_or_postpone(client, client.parser.arguments())) return;
    if (client.wait || client.closes_after_output || client.is_gone || state_.shutdown_reason) {
      return;
    }
  }
  make_ready(client);
}

bool Server::run_or_postpone(Client& client, std::span<const BytesView> args) {
  if (runner_.must_wait(client, args)) {
    client.postponed.assign(args.begin(), args.end());
    postponed_.push_back(client.id);
    return false;
  }
  runner_.run(client, args);
  return true;
}

void Server::commit() {
  if (const auto error = state_.hosted.flush()) fail_replies(*error);
  for (const uint64_t id : state_.touched) {
    if (Client* client = state_.client(id)) {
      client->turn_mark = client->output.mark();
      client->turn_replies = 0;
    }
  }
}

void Server::fail_replies(const ports::StoreError& error) {
  ++state_.statistics.failed_turns;
  state_.log.warning("A commit failed: " + error.text());
  const resp::Reply told = session::store_error_reply(error);
  for (const uint64_t id : state_.touched) {
    Client* client = state_.client(id);
    if (client == nullptr) continue;
    client->output.cut_back(client->turn_mark);
    for (size_t i = 0; i < client->turn_replies; ++i) client->send(told);
  }
}

void Server::end_turn() {
  commit();
  for (const uint64_t id : std::exchange(state_.touched, {})) {
    if (Client* client = state_.client(id)) client->is_touched = false;
    state_.has_news.push_back(id);
  }
  for (const uint64_t id : std::exchange(state_.unparked, {})) {
    if (Client* client = state_.client(id)) make_ready(*client);
  }
  for (const uint64_t id : std::exchange(state_.has_news, {})) {
    if (Client* client = state_.client(id)) send_to(*client);
  }
  if (!postponed_.empty() && !state_.is_paused()) {
    for (const uint64_t id : std::exchange(postponed_, {})) {
      if (Client* client = state_.client(id)) make_ready(*client);
    }
  }
  for (const uint64_t id : std::exchange(state_.gone, {})) remove(*state_.clients.at(id));
}

void Server::send_to(Client& client) {
  const bool was_full = client.output.size() > kUntakenBytesMax;
  while (!client.output.empty()) {
    const Stream::Transfer transfer = client.stream->write(client.output.unsent());
    if (transfer.status == Stream::Status::kClosed) state_.drop(client);
    if (transfer.status != Stream::Status::kDone) break;
    client.output.consume(transfer.bytes);
    client.bytes_written += static_cast<int64_t>(transfer.bytes);
    state_.statistics.bytes_out += static_cast<int64_t>(transfer.bytes);
  }
  if (client.output.empty() && client.closes_after_output) state_.drop(client);
  if (client.is_gone) return;
  if (is_over_limit(client)) {
    state_.log.warning("Client closed for overcoming of output buffer limits: " + client.address);
    state_.drop(client);
    return;
  }
  if (was_full && client.output.size() <= kUntakenBytesMax) make_ready(client);
  set_interest(client);
}

void Server::set_interest(Client& client) {
  const Poller::Interest wanted = {
      .read = client.output.size() <= kUntakenBytesMax && client.postponed.empty() &&
              !client.closes_after_output && !(client.wait && has_much_unread(client)),
      .write = !client.output.empty()};
  if (wanted == client.interest) return;
  client.interest = wanted;
  poller_.set(client.stream->socket(), client.id, wanted);
}

bool Server::is_over_limit(Client& client) {
  const OutputLimit limit =
      output_limit_of(state_.settings, client.is_subscribed() ? "pubsub" : "normal");
  return limit.is_exceeded(client.output.size(), state_.now_ms(), client.over_soft_limit_since_ms);
}

void Server::make_ready(Client& client) {
  if (client.is_ready) return;
  client.is_ready = true;
  ready_.push_back(client.id);
}

void Server::remove(Client& client) {
  leave_all_channels(state_, client);
  state_.parked.unpark(client.id);
  if (client.is_monitor) --state_.monitor_count;
  state_.clients.erase(client.id);
}

void Server::tick() {
  constexpr int64_t kMsPerSecond = 1000;
  const int64_t now_ms = state_.now_ms();
  next_tick_ms_ = now_ms + kTickMs;
  Statistics& statistics = state_.statistics;
  const int64_t now_count = statistics.commands_processed;
  const int64_t since =
      std::max<int64_t>(now_count - std::exchange(commands_at_tick_, now_count), 0);
  statistics.commands_per_second = (statistics.commands_per_second * 15 + since * 10) / 16;
  for (auto& [id, client] : state_.clients) {
    const bool may_time_out =
        state_.settings.timeout_s > 0 && !client->is_subscribed() && !client->wait;
    const int64_t idle_ms = now_ms - client->active_ms;
    if (may_time_out && idle_ms > state_.settings.timeout_s * kMsPerSecond) state_.drop(*client);
    if (!client->output.empty() && is_over_limit(*client)) state_.drop(*client);
  }
  collect_garbage();
  for (size_t i = 0; i < listeners_.size(); ++i) {
    if (!std::exchange(listeners_[i].is_resting, false)) continue;
    poller_.set(listeners_[i].socket, kNoClient | i, {});
  }
  end_turn();
}

void Server::collect_garbage() {
  constexpr auto kTimeMax = std::chrono::milliseconds(3);
  const auto begin = std::chrono::steady_clock::now();
  const auto has_time = [&] { return std::chrono::steady_clock::now() - begin < kTimeMax; };
  try {
    while (has_time() && state_.hosted.collect()) {
    }
    while (has_time() && state_.hosted.sweep()) {
    }
    scan_pages_due_ +=
        static_cast<double>(state_.settings.gc_scan_pages_per_second * kTickMs) / 1000;
    scan_pages_due_ = std::min(scan_pages_due_, kScanPagesDueMax);
    for (; scan_pages_due_ >= 1 && has_time(); --scan_pages_due_) {
      if (!state_.hosted.scan()) break;
    }
  } catch (const ports::StoreError& error) {
    state_.log.warning("Collecting garbage failed, it goes on later: " + error.text());
  }
}

void Server::shut_down() {
  state_.log.notice(*state_.shutdown_reason + ", shutting down");
  listeners_.clear();
  end_turn();
  // What clients do not take at once is given a little time.
  const int64_t until_ms =
      state_.now_ms() + std::min<int64_t>(state_.settings.shutdown_timeout_s, 2) * 1000;
  const auto is_unsent = [](const auto& entry) { return !entry.second->output.empty(); };
  while (state_.now_ms() < until_ms &&
         std::any_of(state_.clients.begin(), state_.clients.end(), is_unsent)) {
    for (const Poller::Event& event : poller_.wait(static_cast<int>(kTickMs))) {
      if (event.can_write) state_.has_news.push_back(event.token);
    }
    end_turn();
  }
  syncer_.reset();
  state_.hosted.store().sync_now();
  if (!state_.settings.unix_socket.empty()) std::remove(state_.settings.unix_socket.c_str());
  if (!state_.settings.pid_file.empty()) std::remove(state_.settings.pid_file.c_str());
  state_.log.notice("Everything is on disk, bye");
}

}  // namespace keemun::server
