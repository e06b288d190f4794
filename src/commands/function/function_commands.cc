#include "commands/function/function_commands.h"

#include <optional>
#include <utility>

#include "base/error_text.h"
#include "base/glob.h"
#include "commands/function/function_payload.h"
#include "commands/function/functions.h"
#include "rdb/payload.h"

namespace keemun::commands {

namespace {

Reply::Items flag_statuses(const FunctionSummary& function) {
  Reply::Items flags;
  for (const BytesView flag : function.flags) flags.push_back(Reply::status(Bytes(flag)));
  return flags;
}

Reply function_map(const FunctionSummary& function) {
  return Reply::map({Reply::bulk("name"), Reply::bulk(function.name), Reply::bulk("description"),
                     function.description ? Reply::bulk(*function.description) : Reply::null(),
                     Reply::bulk("flags"), Reply::set(flag_statuses(function))});
}

Reply library_map(const LibrarySummary& library, bool with_code) {
  Reply::Items functions;
  for (const FunctionSummary& function : library.functions) {
    functions.push_back(function_map(function));
  }
  Reply::Items items = {Reply::bulk("library_name"), Reply::bulk(library.name),
                        Reply::bulk("engine"),       Reply::bulk("LUA"),
                        Reply::bulk("functions"),    Reply::array(std::move(functions))};
  if (with_code) {
    items.push_back(Reply::bulk("library_code"));
    items.push_back(Reply::bulk(library.code));
  }
  return Reply::map(std::move(items));
}

[[noreturn]] void throw_wrong_words(const Call& call) {
  throw_error("ERR unknown subcommand or wrong number of arguments for '" +
              shown_in_error(call.arg(1), 128) + "'. Try FUNCTION HELP.");
}

Functions::Policy read_policy(const Call& call) {
  if (call.size() == 3 || call.is_word(3, "append")) return Functions::Policy::kAppend;
  if (call.is_word(3, "replace")) return Functions::Policy::kReplace;
  if (call.is_word(3, "flush")) return Functions::Policy::kFlush;
  throw_error("ERR Wrong restore policy given, value should be either FLUSH, APPEND or REPLACE.");
}

}  // namespace

// FUNCTION subcommand ...
Reply function_container(Call& call) {
  throw_wrong_arity(call.command);
}

// FUNCTION DELETE library-name
Reply function_delete(Call& call) {
  call.host.functions().erase(call.arg(2));
  return Reply::ok();
}

// FUNCTION DUMP
Reply function_dump(Call& call) {
  Bytes content;
  for (const LibrarySummary& library : call.host.functions().libraries()) {
    if (!library.code.empty()) add_library(content, library.code);
  }
  return Reply::bulk(rdb::sealed(std::move(content)));
}

// FUNCTION FLUSH [ASYNC | SYNC]
Reply function_flush(Call& call) {
  if (call.size() > 3) throw_wrong_words(call);
  if (call.size() == 3 && !call.is_word(2, "sync") && !call.is_word(2, "async")) {
    throw_error("ERR FUNCTION FLUSH only supports SYNC|ASYNC option");
  }
  call.host.functions().clear();
  return Reply::ok();
}

// FUNCTION LIST [LIBRARYNAME library-name-pattern] [WITHCODE]
Reply function_list(Call& call) {
  bool with_code = false;
  std::optional<BytesView> pattern;
  for (size_t i = 2; i < call.size(); ++i) {
    if (!with_code && call.is_word(i, "withcode")) {
      with_code = true;
    } else if (!pattern && call.is_word(i, "libraryname")) {
      if (++i == call.size()) throw_error("ERR library name argument was not given");
      pattern = call.arg(i);
    } else {
      throw_error("ERR Unknown argument " + shown_in_error(call.arg(i)));
    }
  }
  Reply::Items items;
  for (const LibrarySummary& library : call.host.functions().libraries()) {
    if (pattern && !glob_matches(*pattern, library.name, GlobCase::kIgnored)) continue;
    items.push_back(library_map(library, with_code));
  }
  return Reply::array(std::move(items));
}

// FUNCTION LOAD [REPLACE] function-code
Reply function_load(Call& call) {
  const size_t code_place = call.size() - 1;
  for (size_t i = 2; i < code_place; ++i) {
    if (call.is_word(i, "replace")) continue;
    throw_error(error_ending_in("ERR Unknown option given: ", call.arg(i)));
  }
  const bool replaces = code_place > 2;
  return Reply::bulk(call.host.functions().load(call.arg(code_place), replaces));
}

// FUNCTION RESTORE serialized-value [FLUSH | APPEND | REPLACE]
Reply function_restore(Call& call) {
  if (call.size() > 4) throw_wrong_words(call);
  const Functions::Policy policy = read_policy(call);
  const auto content = rdb::opened(call.arg(2));
  if (!content) throw_error("ERR DUMP payload version or checksum are wrong");
  call.host.functions().restore(read_libraries(*content), policy);
  return Reply::ok();
}

}  // namespace keemun::commands
