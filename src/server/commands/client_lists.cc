#include "server/commands/client_lists.h"

#include <algorithm>

#include "base/command_error.h"
#include "base/number_text.h"
#include "server/config/database_label.h"

namespace keemun::server {

namespace {

Bytes flags_of(const State& state, Client& client) {
  Bytes flags;
  if (state.monitors.contains(client.id)) flags += 'O';
  if (client.is_subscribed()) flags += 'P';
  if (client.session.queued_count() >= 0) flags += 'x';
  if (client.is_blocked()) flags += 'b';
  if (client.tracking.is_on()) flags += 't';
  if (client.tracking.has_lost_target) flags += 'R';
  if (client.tracking.mode == Tracking::Mode::kBroadcast) flags += 'B';
  if (client.session.is_spoiled()) flags += 'd';
  if (client.closes_after_output) flags += 'c';
  if (client.is_unix) flags += 'U';
  if (client.is_exempt_from_eviction) flags += 'e';
  return flags.empty() ? "N" : flags;
}

}  // namespace

BytesView client_type(const Client& client) {
  return client.is_subscribed() ? "pubsub" : "normal";
}

Bytes client_line(State& state, Client& client) {
  const int64_t now_ms = state.now_ms();
  Bytes line;
  const auto add = [&line](BytesView name, const Bytes& value) {
    line += (line.empty() ? "" : " ") + Bytes(name) + "=" + value;
  };
  const auto add_count = [&](BytesView name, size_t value) {
    add(name, format_int64(static_cast<int64_t>(value)));
  };
  constexpr int64_t kMsPerSecond = 1000;
  const commands::Connection& connection = client.session.connection();
  add_count("id", client.id);
  add("addr", client.address);
  add("laddr", client.local_address);
  add("fd", format_int64(client.stream->socket().number()));
  add("name", client.name);
  add("age", format_int64((now_ms - client.created_ms) / kMsPerSecond));
  add("idle", format_int64((now_ms - client.active_ms) / kMsPerSecond));
  add("flags", flags_of(state, client));
  add("db", database_label(state.hosted.core().database_text(connection.database)));
  add_count("sub", client.channels.size());
  add_count("psub", client.patterns.size());
  add_count("ssub", client.shard_channels.size());
  add("multi", format_int64(client.session.queued_count()));
  add_count("qbuf", client.parser.unread_bytes());
  add_count("qbuf-free", 0);
  add_count("argv-mem", 0);
  add_count("multi-mem", 0);
  // Redis keeps the first replies in a buffer of this size and what comes after in a list.
  constexpr size_t kReplyBufferBytes = size_t{16} << 10;
  const size_t buffered = std::min(client.output.size(), kReplyBufferBytes);
  const size_t listed = client.output.size() - buffered;
  add_count("rbs", client.output.memory());
  add_count("rbp", 0);
  add_count("obl", buffered);
  add_count("oll", listed == 0 ? 0 : 1);
  add_count("omem", listed);
  add_count("tot-mem", client.memory());
  add("events", client.interest.write ? "rw" : "r");
  add("cmd", Bytes(client.last_command));
  add("user", client.user->name);
  add("redir", format_int64(client.tracking.redirection()));
  add("resp", format_int64(connection.protocol));
  return line + "\n";
}

void check_client_name(BytesView name) {
  const bool is_plain =
      std::all_of(name.begin(), name.end(), [](char c) { return c >= '!' && c <= '~'; });
  if (!is_plain) {
    throw CommandError("ERR Client names cannot contain spaces, newlines or special characters.");
  }
}

bool ClientFilter::matches(const Client& client) const {
  if (address && client.address != *address) return false;
  if (local_address && client.local_address != *local_address) return false;
  if (type && client_type(client) != *type) return false;
  if (user && client.user->name != *user) return false;
  return !id || client.id == *id;
}

}  // namespace keemun::server
