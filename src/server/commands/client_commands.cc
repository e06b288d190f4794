#include "server/commands/client_commands.h"

#include <algorithm>
#include <limits>

#include "base/command_error.h"
#include "base/error_text.h"
#include "base/number_text.h"
#include "commands/help_reply.h"
#include "server/commands/client_lists.h"
#include "server/farewell.h"

namespace keemun::server {

namespace {

[[noreturn]] void throw_syntax() {
  throw CommandError("ERR syntax error");
}

BytesView parse_type(BytesView text) {
  for (const BytesView known : {"normal", "master", "replica", "pubsub"}) {
    if (ascii_equal_ignoring_case(text, known)) return known;
  }
  if (ascii_equal_ignoring_case(text, "slave")) return "replica";
  throw CommandError("ERR Unknown client type '" + Bytes(text) + "'");
}

struct KillRequest {
  ClientFilter filter;
  bool skips_own = true;
};

// Throws CommandError where there is none.
BytesView parse_user(const State& state, BytesView name) {
  if (state.access.users.find(name) != nullptr) return name;
  throw CommandError("ERR No such user '" + shown_in_error(name) + "'");
}

KillRequest parse_kill(const ServerCall& call) {
  KillRequest request;
  for (size_t i = 2; i < call.size(); i += 2) {
    if (i + 1 == call.size()) throw_syntax();
    const BytesView value = call.arg(i + 1);
    if (call.is_word(i, "id")) {
      const auto id = parse_int64(value);
      if (!id || *id < 1) throw CommandError("ERR client-id should be greater than 0");
      request.filter.id = static_cast<uint64_t>(*id);
    } else if (call.is_word(i, "type")) {
      request.filter.type = parse_type(value);
    } else if (call.is_word(i, "addr")) {
      request.filter.address = value;
    } else if (call.is_word(i, "laddr")) {
      request.filter.local_address = value;
    } else if (call.is_word(i, "user")) {
      request.filter.user = parse_user(call.state, value);
    } else if (call.is_word(i, "skipme")) {
      if (!call.is_word(i + 1, "yes") && !call.is_word(i + 1, "no")) throw_syntax();
      request.skips_own = call.is_word(i + 1, "yes");
    } else {
      throw_syntax();
    }
  }
  return request;
}

int64_t kill_all(ServerCall& call, const KillRequest& request) {
  int64_t killed = 0;
  for (auto& [id, client] : call.state.clients) {
    if (client->has_left() || !request.filter.matches(*client)) continue;
    if (request.skips_own && client.get() == &call.client) continue;
    send_away(call.state, *client, call.client);
    ++killed;
  }
  return killed;
}

Reply list_reply(ServerCall& call, const ClientFilter& filter) {
  Bytes text;
  for (auto& [id, client] : call.state.clients) {
    if (!client->has_left() && filter.matches(*client)) {
      text += client_line(call.state, *client);
    }
  }
  return Reply::verbatim("txt", text);
}

}  // namespace

// CLIENT GETNAME
std::optional<Reply> client_getname(ServerCall& call) {
  return call.client.name.empty() ? Reply::null() : Reply::bulk(call.client.name);
}

// CLIENT ID
std::optional<Reply> client_id(ServerCall& call) {
  return Reply::integer(static_cast<int64_t>(call.client.id));
}

// CLIENT INFO
std::optional<Reply> client_info(ServerCall& call) {
  return Reply::verbatim("txt", client_line(call.state, call.client));
}

// CLIENT KILL ip:port | CLIENT KILL [ID id] [TYPE type] [ADDR ip:port] [LADDR ip:port] [USER user]
// [SKIPME yes|no] ...
std::optional<Reply> client_kill(ServerCall& call) {
  if (call.size() > 3) return Reply::integer(kill_all(call, parse_kill(call)));
  KillRequest request;
  request.filter.address = call.arg(2);
  request.skips_own = false;
  if (kill_all(call, request) == 0) throw CommandError("ERR No such client");
  return Reply::ok();
}

// CLIENT LIST [TYPE type] [ID id ...]
std::optional<Reply> client_list(ServerCall& call) {
  if (call.size() == 2) return list_reply(call, {});
  if (call.size() == 4 && call.is_word(2, "type")) {
    ClientFilter filter;
    filter.type = parse_type(call.arg(3));
    return list_reply(call, filter);
  }
  if (call.size() < 4 || !call.is_word(2, "id")) throw_syntax();
  Bytes text;
  for (size_t i = 3; i < call.size(); ++i) {
    const auto id = parse_int64(call.arg(i));
    if (!id) throw CommandError("ERR Invalid client ID");
    if (Client* client = call.state.present(static_cast<uint64_t>(*id))) {
      text += client_line(call.state, *client);
    }
  }
  return Reply::verbatim("txt", text);
}

// CLIENT NO-EVICT ON|OFF
std::optional<Reply> client_no_evict(ServerCall& call) {
  if (!call.is_word(2, "on") && !call.is_word(2, "off")) throw_syntax();
  call.client.is_exempt_from_eviction = call.is_word(2, "on");
  return Reply::ok();
}

// CLIENT PAUSE timeout [WRITE|ALL]
std::optional<Reply> client_pause(ServerCall& call) {
  if (call.size() > 4) call.throw_subcommand_syntax("CLIENT");
  const bool pauses_all = call.size() == 3 || call.is_word(3, "all");
  if (!pauses_all && !call.is_word(3, "write")) {
    throw CommandError("ERR CLIENT PAUSE mode must be WRITE or ALL");
  }
  const auto timeout_ms = parse_int64(call.arg(2));
  if (!timeout_ms) throw CommandError("ERR timeout is not an integer or out of range");
  if (*timeout_ms < 0) throw CommandError("ERR timeout is negative");
  const int64_t now_ms = call.state.now_ms();
  // What is beyond all times has passed to Redis, and nobody could say UNPAUSE.
  if (*timeout_ms > std::numeric_limits<int64_t>::max() - now_ms) return Reply::ok();
  const int64_t until_ms = now_ms + *timeout_ms;
  call.state.pauses_all = pauses_all || (call.state.is_paused() && call.state.pauses_all);
  ++call.state.pauses;
  call.state.paused_until_ms = std::max(call.state.paused_until_ms, until_ms);
  return Reply::ok();
}

// CLIENT UNPAUSE
std::optional<Reply> client_unpause(ServerCall& call) {
  call.state.paused_until_ms = 0;
  return Reply::ok();
}

// CLIENT REPLY ON|OFF|SKIP
std::optional<Reply> client_reply(ServerCall& call) {
  using Replies = Client::Replies;
  if (call.is_word(2, "on")) {
    call.client.replies = Replies::kOn;
    return Reply::ok();
  }
  if (call.is_word(2, "off")) {
    call.client.replies = Replies::kOff;
  } else if (call.is_word(2, "skip")) {
    if (call.client.replies != Replies::kOff) call.client.replies = Replies::kSkipNext;
  } else {
    throw_syntax();
  }
  return std::nullopt;
}

// CLIENT SETNAME name
std::optional<Reply> client_setname(ServerCall& call) {
  check_client_name(call.arg(2));
  call.client.name = call.arg(2);
  return Reply::ok();
}

// CLIENT UNBLOCK client-id [TIMEOUT|ERROR]
std::optional<Reply> client_unblock(ServerCall& call) {
  if (call.size() > 4) call.throw_subcommand_syntax("CLIENT");
  if (call.size() == 4 && !call.is_word(3, "timeout") && !call.is_word(3, "error")) {
    throw CommandError("ERR CLIENT UNBLOCK reason should be TIMEOUT or ERROR");
  }
  const int64_t id = call.integer(2);
  Client* client = call.state.client(static_cast<uint64_t>(id));
  if (client == nullptr || !client->wait || client->wait->is_ended) return Reply::integer(0);
  client->wait->is_ended = true;
  const bool is_error = call.size() == 4 && call.is_word(3, "error");
  call.state.ended_waits.emplace_back(
      client->id, is_error ? Reply::error("UNBLOCKED client unblocked via CLIENT UNBLOCK")
                           : client->wait->in_vain);
  return Reply::integer(1);
}

// CLIENT HELP
std::optional<Reply> client_help(ServerCall&) {
  return commands::help_reply(
      "CLIENT", {"CACHING (YES|NO)",
                 "    Enable/disable tracking of the keys for next command in OPTIN/OPTOUT modes.",
                 "GETREDIR",
                 "    Return the client ID we are redirecting to when tracking is enabled.",
                 "GETNAME",
                 "    Return the name of the current connection.",
                 "ID",
                 "    Return the ID of the current connection.",
                 "INFO",
                 "    Return information about the current client connection.",
                 "KILL <ip:port>",
                 "    Kill connection made from <ip:port>.",
                 "KILL <option> <value> [<option> <value> [...]]",
                 "    Kill connections. Options are:",
                 "    * ADDR (<ip:port>|<unixsocket>:0)",
                 "      Kill connections made from the specified address",
                 "    * LADDR (<ip:port>|<unixsocket>:0)",
                 "      Kill connections made to specified local address",
                 "    * TYPE (NORMAL|MASTER|REPLICA|PUBSUB)",
                 "      Kill connections by type.",
                 "    * USER <username>",
                 "      Kill connections authenticated by <username>.",
                 "    * SKIPME (YES|NO)",
                 "      Skip killing current connection (default: yes).",
                 "LIST [options ...]",
                 "    Return information about client connections. Options:",
                 "    * TYPE (NORMAL|MASTER|REPLICA|PUBSUB)",
                 "      Return clients of specified type.",
                 "UNPAUSE",
                 "    Stop the current client pause, resuming traffic.",
                 "PAUSE <timeout> [WRITE|ALL]",
                 "    Suspend all, or just write, clients for <timeout> milliseconds.",
                 "REPLY (ON|OFF|SKIP)",
                 "    Control the replies sent to the current connection.",
                 "SETNAME <name>",
                 "    Assign the name <name> to the current connection.",
                 "UNBLOCK <clientid> [TIMEOUT|ERROR]",
                 "    Unblock the specified blocked client.",
                 "TRACKING (ON|OFF) [REDIRECT <id>] [BCAST] [PREFIX <prefix> [...]]",
                 "         [OPTIN] [OPTOUT] [NOLOOP]",
                 "    Control server assisted client side caching.",
                 "TRACKINGINFO",
                 "    Report tracking status for the current connection.",
                 "NO-EVICT (ON|OFF)",
                 "    Protect current client connection from eviction."});
}

}  // namespace keemun::server
