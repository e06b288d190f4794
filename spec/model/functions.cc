// FUNCTION, FCALL and FCALL_RO, as far as the libraries of the plans go: what their functions share
// does not change.
#include <algorithm>
#include <lua.hpp>
#include <optional>

#include "model/call.h"
#include "model/lua_runs.h"
#include "resp/split_arguments.h"

namespace keemun::model {

namespace {

constexpr char kTaken[] = "taken";  // the registry's name for what is being loaded

struct Taken {
  std::vector<Model::Function> functions;
  BytesView wanted;  // the function that is to be called, in lower case
};

Bytes field_of(lua_State* lua, const char* name) {
  lua_getfield(lua, 1, name);
  const Bytes text(text_at(lua, -1));
  lua_pop(lua, 1);
  return text;
}

bool lists(lua_State* lua, const char* name, BytesView word) {
  lua_getfield(lua, 1, name);
  bool is_there = false;
  for (int i = 1; lua_istable(lua, -1); ++i) {
    lua_rawgeti(lua, -1, i);
    const bool is_end = lua_isnil(lua, -1);
    is_there = is_there || text_at(lua, -1) == word;
    lua_pop(lua, 1);
    if (is_end) break;
  }
  lua_pop(lua, 1);
  return is_there;
}

// redis.register_function(name, callback) and redis.register_function{…}
int register_function(lua_State* lua) {
  lua_getfield(lua, LUA_REGISTRYINDEX, kTaken);
  auto& taken = *static_cast<Taken*>(lua_touserdata(lua, -1));
  lua_pop(lua, 1);
  Model::Function function;
  if (lua_istable(lua, 1)) {
    function.name = field_of(lua, "function_name");
    function.description = field_of(lua, "description");
    function.has_description = !function.description.empty();
    function.writes_nothing = lists(lua, "flags", "no-writes");
    lua_getfield(lua, 1, "callback");
  } else {
    function.name = text_at(lua, 1);
  }
  if (ascii_lower(function.name) == taken.wanted) lua_setfield(lua, LUA_REGISTRYINDEX, "wanted");
  taken.functions.push_back(std::move(function));
  return 0;
}

BytesView first_line(BytesView code) {
  return code.substr(0, code.find('\n'));
}

bool is_library_name(BytesView name) {
  return !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  });
}

// Of the first line: "#!lua name=library-name", in words as redis-cli knows them. It has an end.
Bytes name_of(BytesView code) {
  constexpr BytesView kMark = "#!";
  constexpr BytesView kName = "name=";
  if (!code.starts_with(kMark)) throw CommandError("ERR Missing library metadata");
  const BytesView line = first_line(code);
  const auto words = resp::split_arguments(line);
  if (line.size() == code.size() || line.find('\0') != BytesView::npos || !words) {
    throw CommandError("ERR Invalid library metadata");
  }
  std::optional<Bytes> name;
  for (const Bytes& word : std::span(*words).subspan(1)) {
    if (!ascii_lower(word).starts_with(kName)) {
      throw CommandError(trimmed_error_text("ERR Invalid metadata value given: ", word));
    }
    if (name) {
      throw CommandError("ERR Invalid metadata value, name argument was given multiple times");
    }
    name = word.substr(kName.size());
  }
  if (!name) throw CommandError("ERR Library name was not given");
  if (!is_library_name(*name)) {
    throw CommandError(
        "ERR Library names can only contain letters, numbers, or underscores(_) and must be at "
        "least one character long");
  }
  const Bytes engine = words->front().substr(kMark.size());
  if (ascii_lower(engine) != "lua") {
    throw CommandError("ERR Engine '" + error_text(engine, BytesView::npos) + "' not found");
  }
  return *name;
}

// Runs the text of a library, and answers what it registers.
Taken load(Call& call, BytesView code, BytesView wanted) {
  lua_State* lua = open_lua(call);
  const BytesView body = code.substr(first_line(code).size());
  if (luaL_loadbuffer(lua, body.data(), body.size(), "@user_function") != 0) {
    throw CommandError("ERR Error compiling function: " + Bytes(text_at(lua, -1)));
  }
  Taken taken{{}, wanted};
  lua_pushlightuserdata(lua, &taken);
  lua_setfield(lua, LUA_REGISTRYINDEX, kTaken);
  lua_getglobal(lua, "redis");
  lua_pushcfunction(lua, register_function);
  lua_setfield(lua, -2, "register_function");
  lua_pop(lua, 1);
  const bool failed = lua_pcall(lua, 0, 0, 1) != 0;
  if (failed) {
    lua_getfield(lua, -1, "err");
    throw CommandError("ERR Error registering functions: " + Bytes(text_at(lua, -1)));
  }
  if (taken.functions.empty()) throw CommandError("ERR No functions registered");
  return taken;
}

struct Found {
  const Model::Library* library = nullptr;
  const Model::Function* function = nullptr;
};

Found find_function(Call& call, BytesView name) {
  for (const auto& [library_name, library] : call.model.libraries()) {
    for (const Model::Function& function : library.functions) {
      if (ascii_equal_ignoring_case(function.name, name)) return {&library, &function};
    }
  }
  return {};
}

// FCALL function numkeys [key ...] [arg ...]
Reply fcall(Call& call) {
  const Found found = find_function(call, call.arg(1));
  if (found.function == nullptr) throw CommandError("ERR Function not found");
  const size_t keys = key_count(call, "ERR Bad number of keys provided");
  const bool is_read_only = ascii_lower(call.arg(0)).ends_with("_ro");
  const bool writes_nothing = found.function->writes_nothing;
  if (is_read_only && !writes_nothing) {
    throw CommandError("ERR Can not execute a script with write flag using *_ro command.");
  }
  const Bytes code = found.library->code;
  const Bytes name = found.function->name;
  load(call, code, ascii_lower(name));
  lua_State* lua = open_lua(call);
  const auto words = call.args.subspan(3);
  lua_getfield(lua, LUA_REGISTRYINDEX, "wanted");
  push_words(lua, words.first(keys));
  push_words(lua, words.subspan(keys));
  return run_lua(call, name, 2, writes_nothing);
}

// FUNCTION subcommand ...
Reply function(Call& call) {
  call.throw_wrong_arity();
}

// FUNCTION LOAD [REPLACE] function-code
Reply function_load(Call& call) {
  const size_t last = call.size() - 1;
  for (size_t i = 2; i < last; ++i) {
    if (!call.is_word(i, "replace")) {
      throw CommandError(trimmed_error_text("ERR Unknown option given: ", call.arg(i)));
    }
  }
  const Bytes& code = call.arg(last);
  Bytes name = name_of(code);
  auto& libraries = call.model.libraries();
  if (last == 2 && libraries.contains(name)) {
    throw CommandError("ERR Library '" + name + "' already exists");
  }
  const Taken taken = load(call, code, "");
  for (const Model::Function& added : taken.functions) {
    const Found other = find_function(call, added.name);
    if (other.function == nullptr || name_of(other.library->code) == name) continue;
    throw CommandError("ERR Function " + added.name + " already exists");
  }
  libraries[name] = {code, taken.functions};
  return Reply::bulk(std::move(name));
}

// FUNCTION DELETE library-name
Reply function_delete(Call& call) {
  if (call.model.libraries().erase(call.arg(2)) == 0) {
    throw CommandError("ERR Library not found");
  }
  return Reply::ok();
}

[[noreturn]] void throw_wrong_words(const Call& call) {
  throw CommandError("ERR unknown subcommand or wrong number of arguments for '" +
                     error_text(call.arg(1)) + "'. Try FUNCTION HELP.");
}

// FUNCTION FLUSH [ASYNC | SYNC]
Reply function_flush(Call& call) {
  if (call.size() > 3) throw_wrong_words(call);
  if (call.size() == 3 && !call.is_word(2, "sync") && !call.is_word(2, "async")) {
    throw CommandError("ERR FUNCTION FLUSH only supports SYNC|ASYNC option");
  }
  call.model.libraries().clear();
  return Reply::ok();
}

Reply function_reply(const Model::Function& function) {
  Reply::Items flags;
  if (function.writes_nothing) flags.push_back(Reply::status("no-writes"));
  return Reply::map({Reply::bulk("name"), Reply::bulk(function.name), Reply::bulk("description"),
                     function.has_description ? Reply::bulk(function.description) : Reply::null(),
                     Reply::bulk("flags"), Reply::set(std::move(flags))});
}

// FUNCTION LIST [LIBRARYNAME library-name] [WITHCODE], of names that hold no pattern
Reply function_list(Call& call) {
  bool with_code = false;
  const Bytes* wanted = nullptr;
  for (size_t i = 2; i < call.size(); ++i) {
    if (!with_code && call.is_word(i, "withcode")) {
      with_code = true;
    } else if (wanted == nullptr && call.is_word(i, "libraryname")) {
      if (++i == call.size()) throw CommandError("ERR library name argument was not given");
      wanted = &call.arg(i);
    } else {
      throw CommandError("ERR Unknown argument " + error_text(call.arg(i), BytesView::npos));
    }
  }
  Reply::Items items;
  for (const auto& [name, library] : call.model.libraries()) {
    if (wanted != nullptr && !ascii_equal_ignoring_case(*wanted, name)) continue;
    Reply::Items functions;
    for (const auto& one : library.functions) functions.push_back(function_reply(one));
    Reply::Items fields = {Reply::bulk("library_name"), Reply::bulk(name),
                           Reply::bulk("engine"),       Reply::bulk("LUA"),
                           Reply::bulk("functions"),    Reply::array(std::move(functions))};
    if (with_code) {
      fields.push_back(Reply::bulk("library_code"));
      fields.push_back(Reply::bulk(library.code));
    }
    items.push_back(Reply::map(std::move(fields)));
  }
  return Reply::array(std::move(items));
}

// FUNCTION DUMP: any bytes, since some servers press them
Reply function_dump(Call& call) {
  const bool is_seen = call.observed != nullptr && call.observed->kind() == Reply::Kind::kBulk;
  return Reply::bulk(is_seen ? call.observed->text() : Bytes("libraries"));
}

// FUNCTION RESTORE payload [FLUSH | APPEND | REPLACE], of what FUNCTION DUMP has not answered
Reply function_restore(Call& call) {
  if (call.size() > 4) throw_wrong_words(call);
  if (call.size() == 4 && !call.is_word(3, "append") && !call.is_word(3, "replace") &&
      !call.is_word(3, "flush")) {
    throw CommandError(
        "ERR Wrong restore policy given, value should be either FLUSH, APPEND or REPLACE.");
  }
  throw CommandError("ERR DUMP payload version or checksum are wrong");
}

constexpr Command kCommands[] = {
    {"fcall", -3, fcall},
    {"fcall_ro", -3, fcall},
    {"function", -2, function},
    {"function|delete", 3, function_delete},
    {"function|dump", 2, function_dump},
    {"function|flush", -2, function_flush},
    {"function|list", -2, function_list, Order::kAnyOrder},
    {"function|load", -3, function_load},
    {"function|restore", -3, function_restore},
};

}  // namespace

std::span<const Command> function_commands() {
  return kCommands;
}

}  // namespace keemun::model
