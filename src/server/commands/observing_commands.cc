#include "server/commands/observing_commands.h"

#include <algorithm>
#include <map>

#include "base/ascii.h"
#include "base/command_error.h"
#include "base/number_text.h"
#include "commands/help_reply.h"
#include "keyspace/value_bytes.h"
#include "server/observe/process_memory.h"

namespace keemun::server {

namespace {

Reply entry_reply(const Slowlog::Entry& entry) {
  Reply::Items args;
  for (const Bytes& argument : entry.args) args.push_back(Reply::bulk(argument));
  return Reply::array({Reply::integer(entry.id), Reply::integer(entry.time_s),
                       Reply::integer(entry.microseconds), Reply::array(std::move(args)),
                       Reply::bulk(entry.address), Reply::bulk(entry.client_name)});
}

Reply histogram_reply(const LatencyHistogram& latencies) {
  Reply::Items steps;
  for (const LatencyHistogram::Step& step : latencies.steps()) {
    steps.push_back(Reply::integer(step.microseconds));
    steps.push_back(Reply::integer(step.count));
  }
  return Reply::map({Reply::bulk("calls"), Reply::integer(latencies.count()),
                     Reply::bulk("histogram_usec"), Reply::map(std::move(steps))});
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
  return commands::help_reply(
      "SLOWLOG", {"GET [<count>]",
                  "    Return top <count> entries from the slowlog (default: 10, -1 mean all).",
                  "    Entries are made of:",
                  "    id, timestamp, time in microseconds, arguments array, client IP and port,",
                  "    client name", "LEN", "    Return the length of the slowlog.", "RESET",
                  "    Reset the slowlog."});
}

// LATENCY LATEST
std::optional<Reply> latency_latest(ServerCall& call) {
  Reply::Items items;
  for (const auto& [name, event] : call.state.latency_monitor.events()) {
    const LatencyMonitor::Sample& last = event.samples.back();
    items.push_back(
        Reply::array({Reply::bulk(name), Reply::integer(last.time_s),
                      Reply::integer(last.milliseconds), Reply::integer(event.most_milliseconds)}));
  }
  return Reply::array(std::move(items));
}

// LATENCY HISTORY event
std::optional<Reply> latency_history(ServerCall& call) {
  const auto& events = call.state.latency_monitor.events();
  const auto event = events.find(call.arg(2));
  Reply::Items items;
  if (event == events.end()) return Reply::array();
  for (const LatencyMonitor::Sample& sample : event->second.samples) {
    items.push_back(
        Reply::array({Reply::integer(sample.time_s), Reply::integer(sample.milliseconds)}));
  }
  return Reply::array(std::move(items));
}

// LATENCY HISTOGRAM [command ...]: a container's name stands for its subcommands
std::optional<Reply> latency_histogram(ServerCall& call) {
  const auto is_asked_for = [&call](BytesView name) {
    const BytesView container = name.substr(0, name.find('|'));
    return call.size() == 2 ||
           std::any_of(call.args.begin() + 2, call.args.end(), [&](BytesView word) {
             return ascii_equal_ignoring_case(word, name) ||
                    ascii_equal_ignoring_case(word, container);
           });
  };
  std::map<BytesView, const LatencyHistogram*> by_name;
  for (const auto& [command, counted] : call.state.statistics.commands) {
    if (counted.latencies.count() == 0 || !is_asked_for(command->name)) continue;
    by_name[command->name] = &counted.latencies;
  }
  Reply::Items items;
  for (const auto& [name, latencies] : by_name) {
    items.push_back(Reply::bulk(Bytes(name)));
    items.push_back(histogram_reply(*latencies));
  }
  return Reply::map(std::move(items));
}

// LATENCY DOCTOR
std::optional<Reply> latency_doctor(ServerCall& call) {
  const auto& events = call.state.latency_monitor.events();
  if (events.empty() && call.state.settings.latency_monitor_threshold_ms == 0) {
    return Reply::verbatim("txt",
                           "Nothing is sampled: CONFIG SET latency-monitor-threshold names the "
                           "milliseconds from which on you want to hear of an event.\n");
  }
  Bytes text = events.empty() ? "No event took that long.\n" : "";
  for (const auto& [name, event] : events) {
    text += name + ": " + format_int64(static_cast<int64_t>(event.samples.size())) +
            " samples, the worst " + format_int64(event.most_milliseconds) + " ms.\n";
  }
  text +=
      "command and fast-command are commands that ran long, SLOWLOG lists them; commit is waiting "
      "for the store to take what was written.\n";
  return Reply::verbatim("txt", text);
}

// LATENCY RESET [event ...]
std::optional<Reply> latency_reset(ServerCall& call) {
  LatencyMonitor& monitor = call.state.latency_monitor;
  std::vector<Bytes> names(call.args.begin() + 2, call.args.end());
  if (names.empty()) {
    for (const auto& [name, event] : monitor.events()) names.push_back(name);
  }
  return Reply::integer(std::count_if(
      names.begin(), names.end(), [&monitor](const Bytes& name) { return monitor.forget(name); }));
}

// MEMORY DOCTOR
std::optional<Reply> memory_doctor(ServerCall&) {
  return Reply::verbatim("txt",
                         "Values live in the store, not in memory. INFO memory and INFO keemun "
                         "say what the caches and buffers take.");
}

// MEMORY MALLOC-STATS
std::optional<Reply> memory_malloc_stats(ServerCall&) {
  const auto statistics = allocator_statistics();
  return Reply::verbatim("txt",
                         statistics.value_or("Stats not supported for the current allocator"));
}

// MEMORY PURGE
std::optional<Reply> memory_purge(ServerCall&) {
  purge_allocator();
  return Reply::ok();
}

// MEMORY STATS: of Redis' fields those that mean something here
std::optional<Reply> memory_stats(ServerCall& call) {
  State& state = call.state;
  const int64_t resident = resident_bytes();
  const int64_t peak = peak_resident_bytes();
  int64_t of_clients = 0;
  for (const auto& [id, client] : state.clients) {
    of_clients += static_cast<int64_t>(client->memory());
  }
  const auto& scripts = state.hosted.core().scripts;
  const auto& libraries = *state.hosted.core().libraries.latest();
  const auto of_scripts = static_cast<int64_t>(scripts.interpreter_bytes() + scripts.byte_count());
  Reply::Items items;
  const auto add = [&items](BytesView name, int64_t value) {
    items.push_back(Reply::bulk(Bytes(name)));
    items.push_back(Reply::integer(value));
  };
  add("peak.allocated", peak);
  add("total.allocated", resident);
  add("replication.backlog", 0);
  add("clients.slaves", 0);
  add("clients.normal", of_clients);
  add("cluster.links", 0);
  add("aof.buffer", 0);
  add("lua.caches", of_scripts);
  add("functions.caches",
      static_cast<int64_t>(libraries.interpreter_bytes() + libraries.byte_count()));
  items.push_back(Reply::bulk("peak.percentage"));
  items.push_back(Reply::number(static_cast<double>(resident) * 100 / static_cast<double>(peak)));
  return Reply::map(std::move(items));
}

// MEMORY USAGE key [SAMPLES count]: the bytes of the key and its value
Reply memory_usage(commands::Call& call) {
  int64_t samples = 5;
  for (size_t i = 3; i < call.size(); i += 2) {  // the last one counts
    if (!call.is_word(i, "samples") || i + 1 == call.size()) commands::throw_syntax_error();
    samples = call.integer(i + 1);
    if (samples < 0) commands::throw_syntax_error();
  }
  const BytesView key = call.arg(2);
  call.keys().count_lookups(false);
  const auto bytes = keyspace::value_bytes(call.keys(), key, static_cast<size_t>(samples));
  return bytes ? Reply::integer(*bytes + static_cast<int64_t>(key.size())) : Reply::null();
}

// MONITOR
std::optional<Reply> monitor(ServerCall& call) {
  call.state.monitors.insert(call.client.id);
  return Reply::ok();
}

}  // namespace keemun::server
