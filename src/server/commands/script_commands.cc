#include "server/commands/script_commands.h"

#include <chrono>
#include <utility>

#include "base/command_error.h"
#include "scripts/script_library.h"

namespace keemun::server {

namespace {

scripts::ScriptLibrary& library(const ServerCall& call) {
  return call.state.hosted.core().scripts;
}

Reply kill_long(LongScript& script, bool is_function) {
  if (script.client == 0) throw CommandError("NOTBUSY No scripts in execution right now.");
  if (script.is_function() != is_function) throw CommandError(script.busy_text());
  script.must_end = true;
  return Reply::ok();
}

Reply running_function(const LongScript& script) {
  if (script.client == 0) return Reply::null();
  if (!script.is_function()) throw CommandError(script.busy_text());
  Reply::Items words;
  for (const Bytes& word : script.words) words.push_back(Reply::bulk(word));
  const auto took = std::chrono::steady_clock::now() - script.began;
  const int64_t took_ms = std::chrono::duration_cast<std::chrono::milliseconds>(took).count();
  return Reply::map({Reply::bulk("name"), Reply::bulk(script.function), Reply::bulk("command"),
                     Reply::array(std::move(words)), Reply::bulk("duration_ms"),
                     Reply::integer(took_ms)});
}

}  // namespace

// FUNCTION KILL
std::optional<Reply> function_kill(ServerCall& call) {
  return kill_long(call.state.long_script, true);
}

// FUNCTION STATS
std::optional<Reply> function_stats(ServerCall& call) {
  Reply running = running_function(call.state.long_script);
  const scripts::LibraryShelf& libraries = *call.state.hosted.core().libraries.latest();
  Reply engine = Reply::map({Reply::bulk("libraries_count"),
                             Reply::integer(static_cast<int64_t>(libraries.library_count())),
                             Reply::bulk("functions_count"),
                             Reply::integer(static_cast<int64_t>(libraries.function_count()))});
  return Reply::map({Reply::bulk("running_script"), std::move(running), Reply::bulk("engines"),
                     Reply::map({Reply::bulk("LUA"), std::move(engine)})});
}

// SCRIPT DEBUG mode
std::optional<Reply> script_debug(ServerCall& call) {
  if (call.is_word(2, "no")) return Reply::ok();
  const bool is_known = call.is_word(2, "yes") || call.is_word(2, "sync");
  throw CommandError(is_known ? "ERR there is no debugger of scripts"
                              : "ERR Use SCRIPT DEBUG YES/SYNC/NO");
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
  return kill_long(call.state.long_script, false);
}

// SCRIPT LOAD script
std::optional<Reply> script_load(ServerCall& call) {
  return Reply::bulk(library(call).add(call.arg(2))->digest);
}

}  // namespace keemun::server
