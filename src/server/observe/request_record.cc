#include "server/observe/request_record.h"

#include <utility>

#include "base/error_text.h"
#include "base/number_text.h"
#include "resp/split_arguments.h"
#include "server/config/database_label.h"
#include "server/net/output_limits.h"
#include "server/observe/redaction.h"
#include "session/error_replies.h"

namespace keemun::server {

using commands::Command;

namespace {

CommandStatistics& add_call(State& state, const Command& command) {
  ++state.statistics.commands_processed;
  CommandStatistics& counted = state.statistics.commands[&command];
  ++counted.calls;
  return counted;
}

void add_time(State& state, const Command& command, CommandStatistics& counted,
              std::chrono::nanoseconds took, bool failed) {
  counted.microseconds += std::chrono::duration_cast<std::chrono::microseconds>(took).count();
  if (failed) ++counted.failed;
  if (state.settings.latency_tracking) counted.latencies.add(took.count());
  state.note_latency(command.is(commands::kFast) ? "fast-command" : "command", took);
}

constexpr BytesView kPlainCode = "ERR";

// The first word of an error, as INFO shows it: scripts make errors of any bytes.
Bytes code_of(BytesView error) {
  constexpr size_t kCodeBytesMax = 30;
  const size_t end = error.substr(0, kCodeBytesMax + 1).find(' ');
  if (end == 0 || end == BytesView::npos) return Bytes(kPlainCode);
  Bytes code(error.substr(0, end));
  for (char& c : code) {
    if (BytesView("#:\r\n").find(c) != BytesView::npos) c = '_';
  }
  return code;
}

// All clients of the unix socket are one to monitors, as in Redis.
Bytes shown_to_monitors(const State& state, const Client* client) {
  if (client == nullptr) return "lua";
  return client->is_unix ? "unix:" + state.settings.unix_socket : client->address;
}

}  // namespace

void count_call(State& state, const Command& command, std::chrono::nanoseconds took, bool failed) {
  add_time(state, command, add_call(state, command), took, failed);
}

void count_begun(State& state, const Command& command) {
  add_call(state, command);
}

void count_took(State& state, const Command& command, std::chrono::nanoseconds took, bool failed) {
  add_time(state, command, state.statistics.commands[&command], took, failed);
}

void count_error(State& state, const resp::Reply& reply, size_t count) {
  if (count == 0) return;
  if (session::tells_of_damage(reply.text())) {  // who watches the log alone is told, too
    state.met_damage.tell(state.log, "A request has met damage: " + shown_in_error(reply.text()));
  }
  state.statistics.errors += static_cast<int64_t>(count);
  constexpr size_t kCodesMax = 1000;
  const Bytes code = code_of(reply.text());
  auto& codes = state.statistics.errors_by_code;
  if (codes.size() < kCodesMax || codes.contains(code) || code == kPlainCode) {
    codes[code] += static_cast<int64_t>(count);
  }
}

bool is_slow(const Settings& settings, std::chrono::nanoseconds took) {
  const auto took_us = std::chrono::duration_cast<std::chrono::microseconds>(took).count();
  const int64_t threshold_us = settings.slowlog_log_slower_than_us;
  return threshold_us >= 0 && took_us >= threshold_us;
}

void log_if_slow(State& state, const Client* client, const Command& command,
                 std::span<const BytesView> args, std::chrono::nanoseconds took) {
  if (!is_slow(state.settings, took)) return;
  if (state.settings.slowlog_entries_max == 0 || command.is(commands::kSkipSlowlog)) return;
  Slowlog::Entry entry;
  constexpr int64_t kMsPerSecond = 1000;
  entry.time_s = state.now_ms() / kMsPerSecond;
  entry.microseconds = std::chrono::duration_cast<std::chrono::microseconds>(took).count();
  entry.address = client == nullptr ? "?:0" : client->address;
  entry.client_name = client == nullptr ? "" : client->name;
  state.slowlog.add(std::move(entry), redacted(command, args),
                    static_cast<size_t>(state.settings.slowlog_entries_max));
}

bool is_shown_before(const Command& command) {
  return command.is(commands::kSkipMonitor) && command.group == commands::Group::kScripting;
}

void tell_monitors(State& state, const Client* client, size_t database, const Command& command,
                   std::span<const BytesView> args) {
  if (command.is(commands::kAdmin)) return;
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  const int64_t now_us = std::chrono::duration_cast<std::chrono::microseconds>(now).count();
  constexpr int64_t kUsPerSecond = 1'000'000;
  Bytes fraction = format_int64(now_us % kUsPerSecond);
  fraction.insert(0, 6 - fraction.size(), '0');
  Bytes line = format_int64(now_us / kUsPerSecond) + "." + fraction + " [" +
               database_label(state.hosted.core().database_text(database)) + " " +
               shown_to_monitors(state, client) + "]";
  for (const BytesView word : redacted(command, args)) {
    line += ' ' + resp::quoted(word);
  }
  const resp::Reply told = resp::Reply::status(std::move(line));
  for (const uint64_t id : state.monitors) {
    Client* watcher = state.client(id);
    if (watcher == nullptr || watcher->is_silent()) continue;
    // Whoever leaves has his last reply before him.
    tell(state, *watcher, told);
  }
}

}  // namespace keemun::server
