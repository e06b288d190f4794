#include "session/script_run.h"

#include <utility>

#include "base/command_error.h"
#include "base/number_text.h"
#include "commands/call.h"

namespace keemun::session {

using commands::Command;
using resp::Reply;

namespace {

constexpr size_t kDigestBytes = 40;
constexpr BytesView kNoScript = "NOSCRIPT No matching script. Please use EVAL.";

bool goes_by_digest(const Command& command) {
  return command.name.starts_with("evalsha");
}

}  // namespace

bool runs_script(const Command& command) {
  return command.group == commands::Group::kScripting && command.name.starts_with("eval");
}

// EVAL script numkeys [key ...] [arg ...], and EVALSHA with the digest of one that is known
ScriptRequest read_script_request(Core& core, const Command& command,
                                  std::span<const BytesView> args) {
  constexpr size_t kWordsBefore = 3;
  const BytesView text = args[1];
  if (goes_by_digest(command) && text.size() != kDigestBytes) throw CommandError(Bytes(kNoScript));
  const auto key_count = parse_int64(args[2]);
  if (!key_count) commands::throw_not_an_integer();
  const auto rest = args.subspan(kWordsBefore);
  if (*key_count > static_cast<int64_t>(rest.size())) {
    throw CommandError("ERR Number of keys can't be greater than number of args");
  }
  if (*key_count < 0) throw CommandError("ERR Number of keys can't be negative");
  ScriptRequest request;
  request.script = goes_by_digest(command) ? core.scripts.find(text) : core.scripts.add(text);
  if (request.script == nullptr) throw CommandError(Bytes(kNoScript));
  request.keys = rest.first(static_cast<size_t>(*key_count));
  request.arguments = rest.subspan(static_cast<size_t>(*key_count));
  request.is_read_only = command.name.ends_with("_ro");
  const scripts::Script& script = *request.script;
  const bool may_need_memory = script.has_flags && !script.writes_nothing && !script.allows_oom;
  if (may_need_memory && core.extension != nullptr && core.extension->lacks_memory()) {
    throw CommandError("OOM command not allowed when used memory > 'maxmemory'.");
  }
  if (request.is_read_only && script.has_flags && !script.writes_nothing) {
    throw CommandError("ERR Can not execute a script with write flag using *_ro command.");
  }
  return request;
}

Reply ScriptRun::run(const ScriptRequest& request) {
  is_read_only_ = request.is_read_only || request.script->writes_nothing;
  allows_oom_ = request.script->allows_oom;
  Reply reply = core_.scripts.run(*request.script, request.keys, request.arguments, *this);
  if (is_killed_) throw ScriptKilled{std::move(reply)};
  return reply;
}

Reply ScriptRun::call(std::span<const BytesView> words, bool wants_resp3) {
  connection_.protocol = wants_resp3 ? 3 : 2;
  const Command* command = find_command(core_, words);
  if (auto refusal = refusal_of(command, words)) {
    Reply error = Reply::error(std::move(*refusal));
    if (core_.extension != nullptr) core_.extension->refused_to_script(command, error);
    return error;
  }
  return run_inner(core_, {*command, words, connection_, true},
                   [&] { return act(*command, words); });
}

std::optional<Bytes> ScriptRun::refusal_of(const Command* command,
                                           std::span<const BytesView> words) const {
  if (command == nullptr) return "ERR Unknown Redis command called from script";
  if (!command->arity_fits(words.size())) {
    return "ERR Wrong number of args calling Redis command from script";
  }
  constexpr commands::Flags kRefused =
      commands::kNoscript | commands::kNoMulti | commands::kRefusedInMulti;
  if (command->is(kRefused)) return "ERR This Redis command is not allowed from script";
  if (connection_.is_restricted) {
    if (auto denial = core_.extension->denial_of({*command, words, connection_, true})) {
      return denial;
    }
  }
  if (is_read_only_ && command->is(commands::kWrite | commands::kMayWrite)) {
    return "ERR Write commands are not allowed from read-only scripts.";
  }
  // What has begun to write goes on to its end.
  if (core_.extension == nullptr || allows_oom_ || joint_.has_writes()) return std::nullopt;
  try {
    core_.extension->check(*command, false);
  } catch (const CommandError& error) {
    return error.text();
  }
  return std::nullopt;
}

Reply ScriptRun::act(const Command& command, std::span<const BytesView> words) {
  if (command.handler == nullptr) return run_by_host(core_, command, words, connection_);
  Outcome outcome = joint_.run(command, words, connection_);
  if (outcome.fault) throw *outcome.fault;
  return std::move(outcome.reply);
}

std::optional<bool> ScriptRun::may_call(std::span<const BytesView> words) {
  const Command* command = find_command(core_, words);
  if (command == nullptr) return std::nullopt;
  return !connection_.is_restricted ||
         core_.extension->may_run({*command, words, connection_, true});
}

void ScriptRun::log(scripts::LogLevel level, BytesView line) {
  if (core_.extension != nullptr) core_.extension->log_of_script(level, line);
}

bool ScriptRun::must_end() {
  is_killed_ = is_killed_ || (core_.extension != nullptr && core_.extension->must_end_script());
  return is_killed_;
}

}  // namespace keemun::session
