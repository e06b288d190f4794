#include "server/script_commands.h"

#include "base/command_error.h"
#include "scripts/script_library.h"

namespace keemun::server {

namespace {

scripts::ScriptLibrary& library(const ServerCall& call) {
  return call.state.hosted.core().scripts;
}

}  // namespace

// SCRIPT DEBUG mode
std::optional<Reply> script_debug(ServerCall& call) {
  if (!call.is_word(2, "no")) throw CommandError("ERR there is no debugger of scripts");
  return Reply::ok();
}

// SCRIPT EXISTS digest [digest ...]
std::optional<Reply> script_exists(ServerCall& call) {
  Reply::Items known;
  for (const BytesView digest : call.args.subspan(2)) {
    known.push_back(Reply::integer(library(call).find(digest) != nullptr ? 1 : 0));
  }
  return Reply::array(std::move(known));
}

// SCRIPT FLUSH [ASYNC | SYNC]
std::optional<Reply> script_flush(ServerCall& call) {
  const bool is_fit = call.size() == 2 ||
                      (call.size() == 3 && (call.is_word(2, "sync") || call.is_word(2, "async")));
  if (!is_fit) throw CommandError("ERR SCRIPT FLUSH only support SYNC|ASYNC option");
  library(call).clear();
  return Reply::ok();
}

// SCRIPT KILL
std::optional<Reply> script_kill(ServerCall& call) {
  State::LongScript& script = call.state.long_script;
  if (script.client == 0) throw CommandError("NOTBUSY No scripts in execution right now.");
  script.must_end = true;
  return Reply::ok();
}

// SCRIPT LOAD script
std::optional<Reply> script_load(ServerCall& call) {
  return Reply::bulk(library(call).add(call.arg(2))->digest);
}

}  // namespace keemun::server
