#include "server/access/admission.h"

#include <algorithm>
#include <array>

#include "base/ascii.h"
#include "base/command_error.h"
#include "server/access/access.h"

namespace keemun::server {

using commands::Command;

namespace {

// What a client of RESP2 may still say while it listens.
bool is_allowed_while_subscribed(const Command& command) {
  constexpr auto kNames =
      std::to_array<BytesView>({"subscribe", "unsubscribe", "psubscribe", "punsubscribe",
                                "ssubscribe", "sunsubscribe", "ping", "quit", "reset"});
  return std::find(kNames.begin(), kNames.end(), command.name) != kNames.end();
}

// What Redis refuses to replicas, and to monitors, which are replicas to it.
constexpr commands::Flags kOfKeyspace =
    commands::kReadonly | commands::kWrite | commands::kMayWrite;

bool must_log_in_for(const State& state, const Client& client, const Command& command) {
  return !command.is(commands::kNoAuth) && must_log_in(state, client);
}

bool is_refused_to_listener(Client& client, const Command& command) {
  const bool only_listens = client.is_subscribed() && client.protocol() == resp::Protocol::kResp2;
  return only_listens && !is_allowed_while_subscribed(command);
}

bool is_refused_to_monitor(const State& state, Client& client, const Command& command,
                           std::span<const BytesView> args) {
  return state.monitors.contains(client.id) &&
         client.session.does_any_of(kOfKeyspace, command, args);
}

}  // namespace

void admit(State& state, Client& client, const Command* command, std::span<const BytesView> args) {
  if (command == nullptr || !command->arity_fits(args.size())) return;  // which is said first
  if (must_log_in_for(state, client, *command)) {
    throw CommandError("NOAUTH Authentication required.");
  }
  const bool is_refused_in_multi = client.session.is_in_multi() && command->is(commands::kNoMulti);
  if (client.session.connection().is_restricted && !is_refused_in_multi) {
    check_access(state, client, *command, args);
  }
  if (state.long_script.client != 0 && !command->is(commands::kAllowBusy)) {
    throw CommandError(state.long_script.busy_text());
  }
  if (is_refused_to_listener(client, *command)) {
    throw CommandError("ERR Can't execute '" + Bytes(command->name) +
                       "': only (P|S)SUBSCRIBE / (P|S)UNSUBSCRIBE / PING / QUIT / RESET are "
                       "allowed in this context");
  }
  if (is_refused_to_monitor(state, client, *command, args)) {
    throw CommandError("ERR Replica can't interact with the keyspace");
  }
}

bool is_refused_anyhow(const State& state, Client& client, const Command* command,
                       std::span<const BytesView> args) {
  if (command == nullptr || !command->arity_fits(args.size())) return true;
  if (must_log_in_for(state, client, *command)) return true;
  if (is_refused_to_listener(client, *command)) return true;
  if (is_refused_to_monitor(state, client, *command, args)) return true;
  return client.session.connection().is_restricted && !may_run(state, client, *command, args);
}

bool is_of_browser(std::span<const BytesView> args) {
  return ascii_equal_ignoring_case(args[0], "post") || ascii_equal_ignoring_case(args[0], "host:");
}

bool is_held_by_pause(State& state, Client& client, std::span<const BytesView> args) {
  if (!state.is_paused() || state.monitors.contains(client.id)) return false;
  const Command* command = client.session.find(args);
  if (is_refused_anyhow(state, client, command, args)) return false;
  constexpr commands::Flags kHeldBack = commands::kWrite | commands::kMayWrite;
  return state.pauses_all || client.session.does_any_of(kHeldBack, *command, args);
}

bool must_be_counted_for(const State& state, Client& client, std::span<const BytesView> args) {
  if (args.size() != 1 || client.tried.has_awaited_count) return false;  // DBSIZE is one word
  if (client.session.is_in_multi()) return false;
  if (state.long_script.client != 0 || state.hosted.knows_counts()) return false;
  const Command* command = client.session.find(args);
  if (command == nullptr || command->name != "dbsize") return false;
  return !is_refused_anyhow(state, client, command, args);
}

}  // namespace keemun::server
