#include "server/net/listeners.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "base/check.h"
#include "base/number_text.h"
#include "server/access/access.h"
#include "server/config/descriptor_limit.h"

namespace keemun::server {

namespace {

void cap_clients(State& state) {
  int64_t& clients = state.settings.maxclients;
  const int64_t allowed = make_room_for_clients(clients);
  if (allowed == clients) return;
  clients = allowed;
  state.log.warning("maxclients is " + format_int64(clients) +
                    ": the system allows no more open files");
}

std::unique_ptr<Stream> open_plain(Descriptor socket) {
  return std::make_unique<Stream>(std::move(socket));
}

}  // namespace

Listeners::Listeners(State& state, Poller& poller) : state_(state), poller_(poller) {
  cap_clients(state_);
  const Settings& settings = state_.settings;
  for (Entrances::Entrance& entrance : std::exchange(state_.entrances.bound, {})) {
    listen_on(entrance.socket, settings.tcp_backlog);
    const Open open = [&state](Descriptor socket) {
      return state.entrances.tls->open(std::move(socket));
    };
    listeners_.push_back({std::move(entrance.socket), entrance.is_tls ? open : open_plain});
  }
  if (!settings.unix_socket.empty()) {
    listeners_.push_back(
        {listen_unix(settings.unix_socket, settings.unix_socket_permissions, settings.tcp_backlog),
         open_plain, true});
  }
  for (size_t i = 0; i < listeners_.size(); ++i) {
    CHECK(poller_.add(listeners_[i].socket, kToken | i));
  }
}

std::vector<Bytes> Listeners::addresses() const {
  std::vector<Bytes> texts;
  for (const Listener& listener : listeners_) {
    if (!listener.is_unix) texts.push_back(local_address(listener.socket));
  }
  return texts;
}

void Listeners::accept_from(uint64_t token) {
  constexpr int kAcceptedMax = 128;
  Listener& listener = listeners_[token & ~kToken];
  for (int i = 0; i < kAcceptedMax; ++i) {
    auto accepted = accept_one(listener.socket);
    if (!accepted) {
      const bool is_of_the_client = errno == ECONNABORTED || errno == EINTR || errno == EAGAIN ||
                                    errno == EWOULDBLOCK || errno == EPROTO || errno == EPERM;
      if (!is_of_the_client) {  // there is no room for him: asking again at once would not help
        without_room_.tell(state_.log, Bytes("No client can be let in: ") + std::strerror(errno));
        listener.is_resting = true;
        poller_.set(listener.socket, token, {.read = false});
      }
      return;
    }
    admit(std::move(*accepted), listener);
  }
}

void Listeners::wake() {
  for (size_t i = 0; i < listeners_.size(); ++i) {
    if (!std::exchange(listeners_[i].is_resting, false)) continue;
    poller_.set(listeners_[i].socket, kToken | i, {});
  }
}

Bytes Listeners::refusal_of(const Accepted& accepted) const {
  const Settings& settings = state_.settings;
  if (state_.connected() >= settings.maxclients &&
      state_.connected() - state_.lingering >= settings.maxclients) {
    return "-ERR max number of clients reached\r\n";
  }
  if (settings.protected_mode && state_.access.users.default_user()->needs_no_password &&
      !accepted.is_local) {
    return "-DENIED Keemun is running in protected mode because no password is set. Connections "
           "are accepted from the loopback interface only: set requirepass, or switch "
           "protected-mode off.\r\n";
  }
  return {};
}

void Listeners::admit(Accepted accepted, Listener& listener) {
  ++state_.statistics.connections_received;
  const Settings& settings = state_.settings;
  const Bytes refusal = refusal_of(accepted);
  if (!accepted.is_unix) set_keepalive(accepted.socket, settings.tcp_keepalive_s);
  auto stream = listener.open(std::move(accepted.socket));
  if (!refusal.empty()) {
    ++state_.statistics.connections_rejected;
    stream->write(refusal);
    return;
  }
  const uint64_t id = ++state_.last_client_id;
  auto client = std::make_unique<Client>(id, std::move(stream), state_.hosted.core(),
                                         settings.request_limits());
  client->address = std::move(accepted.address);
  client->local_address = std::move(accepted.local_address);
  client->is_unix = accepted.is_unix;
  client->is_local = accepted.is_local;
  client->created_ms = client->active_ms = state_.now_ms();
  become_default(state_, *client);
  client->parser.set_authentication_required(must_log_in(state_, *client));
  if (!poller_.add(client->stream->socket(), id)) {
    ++state_.statistics.connections_rejected;
    client->stream->write("-ERR the system takes no more clients\r\n");
    return;
  }
  state_.tell_of_connection("Accepted", *client);
  state_.clients.emplace(id, std::move(client));
}

}  // namespace keemun::server
