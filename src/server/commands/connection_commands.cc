#include "server/commands/connection_commands.h"

#include "base/command_error.h"
#include "base/number_text.h"
#include "base/version.h"
#include "server/access/access.h"
#include "server/commands/client_lists.h"
#include "server/news/subscriptions.h"
#include "server/news/tracking_news.h"

namespace keemun::server {

namespace {

// None where it is not named.
std::optional<int> parse_protocol(const ServerCall& call) {
  if (call.size() == 1) return std::nullopt;
  const auto version = parse_int64(call.arg(1));
  if (!version) {
    throw CommandError("ERR Protocol version is not an integer or out of range");
  }
  if (*version < 2 || *version > 3) throw CommandError("NOPROTO unsupported protocol version");
  return static_cast<int>(*version);
}

// What stands before a wrong option has its effect, as in Redis.
void apply_hello_options(ServerCall& call) {
  for (size_t i = 2; i < call.size(); ++i) {
    const size_t left = call.size() - i - 1;
    if (call.is_word(i, "auth") && left >= 2) {
      log_in(call.state, call.client, call.arg(0), call.arg(i + 1), call.arg(i + 2));
      i += 2;
    } else if (call.is_word(i, "setname") && left >= 1) {
      check_client_name(call.arg(++i));
      call.client.name = call.arg(i);
    } else {
      throw CommandError("ERR Syntax error in HELLO option '" + Bytes(call.arg(i)) + "'");
    }
  }
}

}  // namespace

// HELLO [protover [AUTH username password] [SETNAME clientname]]
std::optional<Reply> hello(ServerCall& call) {
  Client& client = call.client;
  const std::optional<int> protocol = parse_protocol(call);
  apply_hello_options(call);
  if (!client.is_authenticated) {
    throw CommandError(
        "NOAUTH HELLO must be called with the client already authenticated, otherwise the HELLO "
        "AUTH <user> <pass> option can be used to authenticate the client and select the "
        "RESP protocol version at the same time");
  }
  if (protocol) client.session.connection().protocol = *protocol;
  Reply::Items items;
  const auto add = [&items](BytesView name, Reply value) {
    items.push_back(Reply::bulk(Bytes(name)));
    items.push_back(std::move(value));
  };
  add("server", Reply::bulk("redis"));
  add("version", Reply::bulk(Bytes(kRedisVersion)));
  add("proto", Reply::integer(client.session.connection().protocol));
  add("id", Reply::integer(static_cast<int64_t>(client.id)));
  add("mode", Reply::bulk("standalone"));
  add("role", Reply::bulk("master"));
  add("modules", Reply::array());
  return Reply::map(std::move(items));
}

// AUTH [username] password
std::optional<Reply> auth(ServerCall& call) {
  if (call.size() > 3) throw CommandError("ERR syntax error");
  if (call.size() == 2 && call.state.access.users.default_user()->needs_no_password) {
    throw CommandError(
        "ERR AUTH <password> called without any password configured for the default user. Are you "
        "sure your configuration is correct?");
  }
  const BytesView user = call.size() == 3 ? call.arg(1) : acl::kDefaultUserName;
  log_in(call.state, call.client, call.arg(0), user, call.arg(call.size() - 1));
  return Reply::ok();
}

// QUIT
std::optional<Reply> quit(ServerCall& call) {
  call.client.closes_after_output = true;
  return Reply::ok();
}

// RESET
std::optional<Reply> reset(ServerCall& call) {
  Client& client = call.client;
  client.session.reset();
  leave_all_channels(call.state, client);
  stop_tracking(call.state, client);
  call.state.monitors.erase(client.id);
  client.name.clear();
  // What is skipped is the answer of RESET itself.
  if (client.replies == Client::Replies::kOff) client.replies = Client::Replies::kOn;
  become_default(call.state, client);
  return Reply::status("RESET");
}

}  // namespace keemun::server
