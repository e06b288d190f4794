#include "server/observing_commands.h"

#include <array>

#include "base/command_error.h"
#include "base/number_text.h"
#include "session/session.h"

namespace keemun::server {

namespace {

Reply entry_reply(const Slowlog::Entry& entry) {
  Reply::Items args;
  for (const Bytes& argument : entry.args) args.push_back(Reply::bulk(argument));
  return Reply::array({Reply::integer(entry.id), Reply::integer(entry.time_s),
                       Reply::integer(entry.microseconds), Reply::array(std::move(args)),
                       Reply::bulk(entry.address), Reply::bulk(entry.client_name)});
}

}  // namespace

// SLOWLOG GET [count]
std::optional<Reply> slowlog_get(ServerCall& call) {
  if (call.size() > 3) call.throw_subcommand_syntax("SLOWLOG");
  constexpr int64_t kDefaultCount = 10;
  const auto asked = call.size() == 3 ? parse_int64(call.arg(2)) : kDefaultCount;
  const int64_t count = asked.value_or(-2);
  if (count < -1) throw CommandError("ERR count should be greater than or equal to -1");
  Reply::Items items;
  for (const Slowlog::Entry& entry : call.state.slowlog.entries()) {
    if (count != -1 && static_cast<int64_t>(items.size()) == count) break;
    items.push_back(entry_reply(entry));
  }
  return Reply::array(std::move(items));
}

// SLOWLOG LEN
std::optional<Reply> slowlog_size(ServerCall& call) {
  return Reply::integer(static_cast<int64_t>(call.state.slowlog.entries().size()));
}

// SLOWLOG RESET
std::optional<Reply> slowlog_reset(ServerCall& call) {
  call.state.slowlog.clear();
  return Reply::ok();
}

// SLOWLOG HELP
std::optional<Reply> slowlog_help(ServerCall&) {
  return help_reply(
      "SLOWLOG", {"GET [<count>]",
                  "    Return top <count> entries from the slowlog (default: 10, -1 mean all).",
                  "    Entries are made of:",
                  "    id, timestamp, time in microseconds, arguments array, client IP and port,",
                  "    client name", "LEN", "    Return the length of the slowlog.", "RESET",
                  "    Reset the slowlog."});
}

// LATENCY LATEST | LATENCY HISTORY event: no event is sampled
std::optional<Reply> latency_nothing(ServerCall&) {
  return Reply::array();
}

// LATENCY HELP
std::optional<Reply> latency_help(ServerCall&) {
  return help_reply("LATENCY",
                    {"DOCTOR", "    Say where latencies are to be seen.", "HISTORY <event>",
                     "    Samples of <event>; this server keeps none.", "LATEST",
                     "    The latest sample of each event; this server keeps none.",
                     "RESET [<event> ...]", "    Forget the samples of events."});
}

// LATENCY DOCTOR
std::optional<Reply> latency_doctor(ServerCall&) {
  return Reply::verbatim("txt",
                         "No latency events are sampled by this server. SLOWLOG lists the commands "
                         "that took long.");
}

// LATENCY RESET [event ...]
std::optional<Reply> latency_reset(ServerCall&) {
  return Reply::integer(0);
}

// MEMORY DOCTOR
std::optional<Reply> memory_doctor(ServerCall&) {
  return Reply::verbatim("txt",
                         "Values live in the store, not in memory. INFO memory and INFO keemun "
                         "say what the caches and buffers take.");
}

// MEMORY PURGE
std::optional<Reply> memory_purge(ServerCall&) {
  return Reply::ok();
}

// MEMORY USAGE key [SAMPLES count]: the bytes of the value as DUMP writes it, with its key
std::optional<Reply> memory_usage(ServerCall& call) {
  if (call.size() != 3 && !(call.size() == 5 && call.is_word(3, "samples"))) {
    throw CommandError("ERR syntax error");
  }
  if (call.size() == 5 && call.integer(4) < 0) throw CommandError("ERR syntax error");
  session::Session session(call.state.hosted.core());
  session.connection().database = call.client.session.connection().database;
  const std::array<BytesView, 2> words = {"dump", call.arg(2)};
  const Reply dumped = session.execute(words);
  if (dumped.kind() != Reply::Kind::kBulk) return dumped;
  return Reply::integer(static_cast<int64_t>(dumped.text().size() + call.arg(2).size()));
}

// MONITOR
std::optional<Reply> monitor(ServerCall& call) {
  if (!call.client.is_monitor) {
    call.client.is_monitor = true;
    ++call.state.monitor_count;
  }
  return Reply::ok();
}

}  // namespace keemun::server
