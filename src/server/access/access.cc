#include "server/access/access.h"

#include <algorithm>
#include <utility>

#include "base/command_error.h"
#include "base/error_text.h"
#include "server/commands/client_lists.h"
#include "server/farewell.h"

namespace keemun::server {

using acl::AccessLog;
using acl::Denied;
using commands::Command;

namespace {

void remember(State& state, Client& client, AccessLog::Entry entry) {
  entry.client = client_line(state, client);
  entry.client.pop_back();  // its newline
  entry.at_ms = state.now_ms();
  state.access.log.add(std::move(entry), static_cast<size_t>(state.settings.acllog_entries_max));
}

AccessLog::Reason reason_of(Denied denied) {
  if (denied == Denied::kKey) return AccessLog::Reason::kKey;
  return denied == Denied::kChannel ? AccessLog::Reason::kChannel : AccessLog::Reason::kCommand;
}

// What is not allowed of it, if anything, and remembers that.
Denied find_fault(State& state, Client& client, const Command& command,
                  std::span<const BytesView> args, AccessLog::Context context) {
  const acl::Verdict verdict = acl::check(state.access.catalogue, *client.user, command, args);
  if (verdict.denied == Denied::kNothing) return verdict.denied;
  AccessLog::Entry entry;
  entry.reason = reason_of(verdict.denied);
  entry.context = context;
  entry.object = verdict.denied == Denied::kCommand ? command.name : args[verdict.place];
  entry.user = client.user->name;
  remember(state, client, std::move(entry));
  return verdict.denied;
}

AccessLog::Context context_of(const Client& client) {
  return client.session.is_in_multi() ? AccessLog::Context::kTransaction
                                      : AccessLog::Context::kRequest;
}

// Whether it still may hear all that it listens to.
bool may_hear_all(const Client& client) {
  const acl::User& user = *client.user;
  const auto may = [&user](const std::set<Bytes>& names, bool are_patterns) {
    return std::all_of(names.begin(), names.end(),
                       [&](const Bytes& name) { return acl::may_hear(user, name, are_patterns); });
  };
  return may(client.channels, false) && may(client.shard_channels, false) &&
         may(client.patterns, true);
}

void send_deaf_away(State& state, const acl::User& user, const Client& asking) {
  for (auto& [id, client] : state.clients) {
    if (client->has_left() || client->user.get() != &user) continue;
    if (!may_hear_all(*client)) send_away(state, *client, asking);
  }
}

}  // namespace

void become(Client& client, std::shared_ptr<acl::User> user) {
  client.user = std::move(user);
  client.is_authenticated = true;
  client.session.connection().is_restricted = !client.user->may_do_everything;
}

void become_default(State& state, Client& client) {
  become(client, state.access.users.default_user());
  client.is_authenticated = state.access.users.is_open();
}

bool must_log_in(const State& state, const Client& client) {
  return !client.is_authenticated && !state.access.users.is_open();
}

void log_in(State& state, Client& client, BytesView word, BytesView user, BytesView password) {
  if (auto found = state.access.users.with_password(user, password)) {
    become(client, std::move(found));
    return;
  }
  AccessLog::Entry entry;
  entry.reason = AccessLog::Reason::kLogin;
  entry.context = context_of(client);
  entry.object = word;
  entry.user = user;
  remember(state, client, std::move(entry));
  throw CommandError("WRONGPASS invalid username-password pair or user is disabled.");
}

bool may_run(const State& state, const Client& client, const Command& command,
             std::span<const BytesView> args) {
  const acl::Verdict verdict = acl::check(state.access.catalogue, *client.user, command, args);
  return verdict.denied == Denied::kNothing;
}

void check_access(State& state, Client& client, const Command& command,
                  std::span<const BytesView> args) {
  switch (find_fault(state, client, command, args, context_of(client))) {
    case Denied::kNothing:
      return;
    case Denied::kCommand:
      throw CommandError("NOPERM this user has no permissions to run the '" + Bytes(command.name) +
                         "' command");
    case Denied::kKey:
      throw CommandError(
          "NOPERM this user has no permissions to access one of the keys used as arguments");
    case Denied::kChannel:
      throw CommandError(
          "NOPERM this user has no permissions to access one of the channels used as arguments");
  }
}

std::optional<Bytes> access_fault(State& state, Client& client,
                                  const session::Extension::Inner& inner) {
  const auto context =
      inner.is_of_script ? AccessLog::Context::kScript : AccessLog::Context::kTransaction;
  const Denied denied = find_fault(state, client, inner.command, inner.args, context);
  if (denied == Denied::kNothing) return std::nullopt;
  if (inner.is_of_script) {
    constexpr BytesView kFaults[] = {
        "run this command or subcommand",
        "access at least one of the keys mentioned in the command arguments",
        "publish to the channel mentioned in the command"};
    return "ERR The user executing the script can't " +
           Bytes(kFaults[static_cast<size_t>(denied) - 1]);
  }
  constexpr BytesView kFaults[] = {"no permission to execute the command or subcommand",
                                   "no permission to touch the specified keys",
                                   "no permission to access one of the channels used as arguments "
                                   "to the command"};
  return "NOPERM ACLs rules changed between the moment the transaction was accumulated and the "
         "EXEC call. This command is no longer allowed for the following reason: " +
         Bytes(kFaults[static_cast<size_t>(denied) - 1]);
}

void set_user(State& state, Client& asking, BytesView name, std::span<const BytesView> rules) {
  acl::check_user_name(name);
  Bytes unclosed;
  const auto steps = acl::joined_selectors(rules, unclosed);
  if (!steps) {
    throw CommandError("ERR Unmatched parenthesis in acl selector starting at '" +
                       shown_in_error(unclosed) + "'.");
  }
  const std::shared_ptr<acl::User> known = state.access.users.find(name);
  acl::User changed = known != nullptr ? *known : state.access.rules.new_user(name);
  for (const Bytes& step : *steps) {
    try {
      state.access.rules.apply(changed, step);
    } catch (const CommandError& error) {
      throw CommandError("ERR Error in ACL SETUSER modifier '" + shown_in_error(step) +
                         "': " + error.text());
    }
  }
  const bool hears_all = known == nullptr || acl::hears_as_much(changed, *known);
  state.access.users.put(std::move(changed));
  if (known == nullptr) return;
  note_rights(state);
  if (!hears_all) send_deaf_away(state, *known, asking);
}

void send_away(State& state, const acl::User& user, const Client& asking) {
  for (auto& [id, client] : state.clients) {
    if (client->has_left() || client->user.get() != &user) continue;
    send_away(state, *client, asking);
    // What it still runs, as the rest of a transaction, it runs as one who may do nothing.
    become(*client, std::make_shared<acl::User>(state.access.rules.new_user(user.name)));
  }
}

void note_rights(State& state) {
  for (auto& [id, client] : state.clients) {
    client->session.connection().is_restricted = !client->user->may_do_everything;
  }
}

}  // namespace keemun::server
