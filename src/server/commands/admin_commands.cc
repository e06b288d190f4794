#include "server/commands/admin_commands.h"

#include <algorithm>
#include <chrono>
#include <thread>

#include "base/command_error.h"
#include "base/error_text.h"
#include "base/number_text.h"
#include "base/version.h"
#include "commands/help_reply.h"
#include "ports/store_error.h"
#include "session/session.h"

namespace keemun::server {

namespace {

constexpr int64_t kMsPerSecond = 1000;

// A checkpoint beside the store, to start on: written as `how` says.
void save_by(State& state, void (Saves::*how)(int64_t now_ms)) {
  const int64_t now_ms = state.now_ms();
  Saves& saves = state.saves;
  saves.look(now_ms);
  if (saves.is_under_way()) throw CommandError("ERR Background save already in progress");
  try {
    (saves.*how)(now_ms);
  } catch (const ports::StoreError& error) {
    throw CommandError("ERR " + error.text());
  }
}

void check_debug_allowed(const ServerCall& call) {
  const Bytes& allowed = call.state.settings.enable_debug_command;
  if (allowed == "yes" || (allowed == "local" && call.client.is_local)) return;
  throw CommandError(
      "ERR DEBUG command not allowed. If the enable-debug-command option is set to \"local\", you "
      "can run it from a local connection, otherwise you need to set this option in the "
      "configuration file, and then restart the server.");
}

void sleep_seconds(BytesView text) {
  const auto seconds = parse_double(text);
  constexpr double kSecondsMax = 3600;
  if (!seconds || *seconds < 0 || *seconds > kSecondsMax) {
    throw CommandError("ERR value is not a valid float");
  }
  std::this_thread::sleep_for(std::chrono::duration<double>(*seconds));
}

// The picture is always ours, but those of these versions can be had in other sizes.
void check_measures(const ServerCall& call, int64_t version) {
  const size_t measures = version == 5 ? 3 : version == 6 ? 2 : 0;
  for (size_t i = 3; i < std::min(call.size(), 3 + measures); ++i) call.integer(i);
}

}  // namespace

// BGREWRITEAOF: what stands in the log is written into files by and by, and then the log goes
std::optional<Reply> bgrewriteaof(ServerCall& call) {
  call.state.hosted.store().begin_write_out();
  return Reply::status("Background append only file rewriting started");
}

// BGSAVE [SCHEDULE]: in a transaction it is behind EXEC, with what that has written
std::optional<Reply> bgsave(ServerCall& call) {
  if (call.size() > 2 || (call.size() == 2 && !call.is_word(1, "schedule"))) {
    throw CommandError("ERR syntax error");
  }
  const bool is_in_exec = call.client.session.queued_count() >= 0;
  if (is_in_exec && !call.state.saves.is_under_way()) {
    call.state.saves.schedule();
    return Reply::status("Background saving scheduled");
  }
  save_by(call.state, &Saves::begin);
  return Reply::status("Background saving started");
}

// SAVE
std::optional<Reply> save(ServerCall& call) {
  save_by(call.state, &Saves::save);
  return Reply::ok();
}

// LASTSAVE
std::optional<Reply> lastsave(ServerCall& call) {
  State& state = call.state;
  state.saves.look(state.now_ms());
  return Reply::integer(state.saves.last_ms() / kMsPerSecond);
}

// CLUSTER …, READONLY, READWRITE, ASKING
std::optional<Reply> cluster_disabled(ServerCall&) {
  throw CommandError("ERR This instance has cluster support disabled");
}

// DEBUG SLEEP seconds | ERROR text | HELP | SET-ACTIVE-EXPIRE 0|1 | JMAP | RELOAD | LOADAOF …
std::optional<Reply> debug(ServerCall& call) {
  check_debug_allowed(call);
  if (call.is_word(1, "sleep") && call.size() == 3) {
    sleep_seconds(call.arg(2));
    return Reply::ok();
  }
  if (call.is_word(1, "error") && call.size() == 3)
    return Reply::error(shown_in_error(call.arg(2)));
  if (call.is_word(1, "help") && call.size() == 2) {
    return commands::help_reply(
        "DEBUG", {"ERROR <string>", "    Return a Redis protocol error with <string> as message.",
                  "SLEEP <seconds>", "    Stop the server for <seconds>. Decimals allowed.",
                  "CHANGE-REPL-ID | JMAP | LOADAOF | QUICKLIST-PACKED-THRESHOLD <size> | RELOAD |",
                  "SET-ACTIVE-EXPIRE <0|1> | SET-DISABLE-DENY-SCRIPTS <0|1>",
                  "    Answered OK, and nothing is done."});
  }
  // What test suites send to steer what this server does not do in that way.
  for (const BytesView name : {"set-active-expire", "quicklist-packed-threshold", "jmap", "reload",
                               "loadaof", "change-repl-id", "set-disable-deny-scripts"}) {
    if (call.is_word(1, name)) return Reply::ok();
  }
  call.throw_subcommand_syntax("DEBUG");
}

// LOLWUT [VERSION version] [argument ...]
std::optional<Reply> lolwut(ServerCall& call) {
  if (call.size() >= 3 && call.is_word(1, "version")) check_measures(call, call.integer(2));
  return Reply::verbatim("txt",
                         "     )  (\n"
                         "    (   ) )\n"
                         "   __)_(___\n"
                         "  |        |_\n"
                         "  | keemun |_)\n"
                         "   \\______/\n\n"
                         "Redis ver. " +
                             Bytes(kRedisVersion) + "\n");
}

// MODULE LIST
std::optional<Reply> module_list(ServerCall&) {
  return Reply::array();
}

// REPLICAOF host port | REPLICAOF NO ONE
std::optional<Reply> replicaof(ServerCall& call) {
  if (call.is_word(1, "no") && call.is_word(2, "one")) return Reply::ok();
  throw CommandError("ERR this server does not replicate from others");
}

// ROLE
std::optional<Reply> role(ServerCall&) {
  return Reply::array({Reply::bulk("master"), Reply::integer(0), Reply::array()});
}

// SHUTDOWN [NOSAVE|SAVE] [NOW] [FORCE] [ABORT]
std::optional<Reply> shutdown(ServerCall& call) {
  const auto has = [&call](BytesView word) {
    for (size_t i = 1; i < call.size(); ++i) {
      if (call.is_word(i, word)) return true;
    }
    return false;
  };
  for (size_t i = 1; i < call.size(); ++i) {
    const bool is_known = call.is_word(i, "nosave") || call.is_word(i, "save") ||
                          call.is_word(i, "now") || call.is_word(i, "force") ||
                          call.is_word(i, "abort");
    if (!is_known) throw CommandError("ERR syntax error");
  }
  const bool is_more = has("nosave") || has("save") || has("now") || has("force");
  if ((has("abort") && is_more) || (has("save") && has("nosave"))) {
    throw CommandError("ERR syntax error");
  }
  if (has("abort")) throw CommandError("ERR No shutdown in progress.");
  call.state.shutdown_reason = "User requested shutdown";
  return std::nullopt;
}

// WAIT numreplicas timeout: for those that are not there, until the time is over
std::optional<Reply> wait(ServerCall& call) {
  const int64_t wanted = call.integer(1);
  const auto timeout_ms = parse_int64(call.arg(2));
  if (!timeout_ms) throw CommandError("ERR timeout is not an integer or out of range");
  if (*timeout_ms < 0) throw CommandError("ERR timeout is negative");
  if (wanted > 0) call.client.session.wait(*timeout_ms);
  return Reply::integer(0);
}

}  // namespace keemun::server
