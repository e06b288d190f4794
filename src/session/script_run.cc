#include "session/script_run.h"

#include <utility>

#include "base/command_error.h"
#include "base/number_text.h"
#include "commands/call.h"
#include "scripts/script.h"
#include "session/error_replies.h"

namespace keemun::session {

using commands::Command;
using resp::Reply;

namespace {

constexpr size_t kDigestBytes = 40;
constexpr BytesView kNoScript = "NOSCRIPT No matching script. Please use EVAL.";
constexpr scripts::ScriptFlags kNeedsNoMemory = scripts::kNoWrites | scripts::kAllowOom;

bool calls_function(const Command& command) {
  return command.name.starts_with("fcall");
}

bool goes_by_digest(const Command& command) {
  return command.name.starts_with("evalsha");
}

// The words behind the count: how many of them are keys.
size_t read_key_count(BytesView word, size_t words_behind, BytesView no_number) {
  const auto key_count = parse_int64(word);
  if (!key_count) throw CommandError(Bytes(no_number));
  if (*key_count > static_cast<int64_t>(words_behind)) {
    throw CommandError("ERR Number of keys can't be greater than number of args");
  }
  if (*key_count < 0) throw CommandError("ERR Number of keys can't be negative");
  return static_cast<size_t>(*key_count);
}

// Why nothing may be called that takes more memory or space, if so.
std::optional<Bytes> lack_of(Extension* host) {
  if (host == nullptr) return std::nullopt;
  return host->lacks_memory() ? Bytes(kLacksMemory) : host->lack_of_space();
}

void check_memory(const Core& core, const ScriptRequest& request) {
  const bool may_need_memory = request.has_flags && (request.flags & kNeedsNoMemory) == 0;
  if (!may_need_memory) return;
  if (auto lack = lack_of(core.extension)) throw CommandError(std::move(*lack));
}

void find_function(ScriptRequest& request, Core& core, JointRun& joint) {
  request.function = joint.libraries()->find_function(request.words[1]);
  if (request.function.library == nullptr) throw CommandError("ERR Function not found");
  request.has_flags = true;
  request.flags = request.function.function->flags;
  check_memory(core, request);
}

void find_script(ScriptRequest& request, Core& core, bool is_digest) {
  const BytesView text = request.words[1];
  request.script = is_digest ? core.scripts.find(text) : core.scripts.add(text);
  if (request.script == nullptr) throw CommandError(Bytes(kNoScript));
  request.has_flags = request.script->has_flags;
  request.flags = request.script->flags;
  check_memory(core, request);
}

// What the script of a request says of itself; none where it says nothing, or is not known. It is
// not known by this question: who is refused for want of memory leaves no script behind.
std::optional<scripts::ScriptFlags> declared_flags(Core& core, const Command& command,
                                                   BytesView named) {
  if (calls_function(command)) {
    const auto found = core.libraries.latest()->find_function(named);
    if (found.library == nullptr) return std::nullopt;
    return found.function->flags;
  }
  if (goes_by_digest(command)) {
    if (named.size() != kDigestBytes) return std::nullopt;
    const auto script = core.scripts.find(named);
    if (script == nullptr || !script->has_flags) return std::nullopt;
    return script->flags;
  }
  try {
    const scripts::Script script = scripts::read_script(named);
    if (!script.has_flags) return std::nullopt;
    return script.flags;
  } catch (const CommandError&) {  // no script at all, which it is told when it runs
    return std::nullopt;
  }
}

}  // namespace

commands::Flags flags_of_request(Core& core, const Command& command,
                                 std::span<const BytesView> args) {
  if (!runs_script(command)) return command.flags;
  const auto declared = declared_flags(core, command, args[1]);
  if (!declared) return command.flags;
  constexpr commands::Flags kDeclared = commands::kDenyoom | commands::kWrite | commands::kMayWrite;
  commands::Flags flags = command.flags & ~kDeclared;
  if ((*declared & kNeedsNoMemory) == 0) flags |= commands::kDenyoom;
  if ((*declared & scripts::kNoWrites) == 0) flags |= commands::kWrite;
  return flags;
}

bool runs_script(const Command& command) {
  return command.group == commands::Group::kScripting &&
         (command.name.starts_with("eval") || calls_function(command));
}

// EVAL script numkeys [key ...] [arg ...], EVALSHA with the digest of one that is known, and FCALL
// with the name of a function
ScriptRequest read_script_request(Core& core, JointRun& joint, const Command& command,
                                  std::span<const BytesView> args) {
  constexpr size_t kWordsBefore = 3;
  const bool is_digest = goes_by_digest(command);
  if (is_digest && args[1].size() != kDigestBytes) throw CommandError(Bytes(kNoScript));
  ScriptRequest request;
  request.words = args;
  request.is_read_only = command.name.ends_with("_ro");
  const bool is_function = calls_function(command);
  if (is_function) find_function(request, core, joint);
  const auto rest = args.subspan(kWordsBefore);
  const size_t key_count = read_key_count(args[2], rest.size(),
                                          is_function ? "ERR Bad number of keys provided"
                                                      : "ERR value is not an integer or out of "
                                                        "range");
  if (!is_function) find_script(request, core, is_digest);
  request.keys = rest.first(key_count);
  request.arguments = rest.subspan(key_count);
  const bool may_write = request.has_flags && (request.flags & scripts::kNoWrites) == 0;
  if (request.is_read_only && may_write) {
    throw CommandError("ERR Can not execute a script with write flag using *_ro command.");
  }
  return request;
}

Reply ScriptRun::run(const ScriptRequest& request) {
  const auto& [library, function] = request.function;
  running_ = {library == nullptr ? BytesView() : BytesView(function->name), request.words};
  is_read_only_ = request.is_read_only || (request.flags & scripts::kNoWrites) != 0;
  allows_oom_ = (request.flags & scripts::kAllowOom) != 0;
  Reply reply = library == nullptr
                    ? core_.scripts.run(*request.script, request.keys, request.arguments, *this)
                    : library->call({*function, request.keys, request.arguments}, *this,
                                    core_.scripts.chance());
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
  has_called_writing_ |= command->is(commands::kWrite);
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
  if (has_called_writing_) return std::nullopt;
  if (core_.extension != nullptr && command->is(commands::kWrite)) {
    if (auto refusal = core_.extension->refusal_of_writes()) return refusal;
  }
  return allows_oom_ || !command->is(commands::kDenyoom) ? std::nullopt : lack_of(core_.extension);
}

Reply ScriptRun::act(const Command& command, std::span<const BytesView> words) {
  if (command.handler == nullptr) return joint_.run_by_host(command, words, connection_);
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
  is_killed_ =
      is_killed_ || (core_.extension != nullptr && core_.extension->must_end_script(running_));
  return is_killed_;
}

}  // namespace keemun::session
