#include "server/commands/config_commands.h"

#include <algorithm>
#include <array>
#include <vector>

#include "acl/rule_text.h"
#include "base/ascii.h"
#include "base/command_error.h"
#include "base/glob.h"
#include "base/number_text.h"
#include "commands/help_reply.h"
#include "resp/split_arguments.h"
#include "server/config/config_file.h"
#include "server/config/descriptor_limit.h"
#include "server/config/doubtful_settings.h"
#include "server/config/ignored_options.h"
#include "server/config/options.h"

namespace keemun::server {

namespace {

[[noreturn]] void throw_set_failed(BytesView name, const Bytes& reason) {
  throw CommandError("ERR CONFIG SET failed (possibly related to argument '" + Bytes(name) +
                     "') - " + reason);
}

// One value of CONFIG SET is the whole rest of a line in a file.
std::vector<Bytes> words_of(const Option& option, const Bytes& value) {
  const bool is_list = std::holds_alternative<std::vector<Bytes> Settings::*>(option.place);
  if (!is_list) return {value};
  auto words = resp::split_arguments(value);
  if (!words) throw_set_failed(option.name, "unbalanced quotes");
  return std::move(*words);
}

void set_one(const Option& option, const Bytes& value, Settings& settings) {
  try {
    set_option(option, words_of(option, value), settings);
  } catch (const CommandError& error) {
    if (error.text().starts_with("ERR")) throw;
    throw_set_failed(option.name, error.text());
  }
}

// As it may stand in a file: a word with quotation marks in it has some around it.
Bytes in_file(BytesView line) {
  return resp::quoted_where(
      line, [](BytesView word) { return word.find_first_of("\"'\\") != BytesView::npos; });
}

// What the configuration has to say of users: nothing where they have a file of their own.
std::vector<Bytes> user_lines(const State& state) {
  const AccessControl& access = state.access;
  std::vector<Bytes> lines;
  if (!state.settings.acl_file.empty() || !access.has_own_users(state.settings)) return lines;
  for (const auto& [name, user] : access.users.all()) {
    lines.push_back(in_file(acl::user_line(access.catalogue, *user)));
  }
  return lines;
}

// As in a file, it is taken where nothing follows from it.
void check_ignored(BytesView name, BytesView value) {
  const std::array<Bytes, 2> words = {Bytes(name), Bytes(value)};
  try {
    is_ignored_option(words);
  } catch (const CommandError& error) {
    throw_set_failed(name, error.text());
  }
}

// As it was asked for, if it was: who gives a name and no pattern has it in his own case.
std::optional<BytesView> name_asked_for(const Option& option, std::span<const BytesView> asked) {
  for (const BytesView text : asked) {
    const bool is_pattern = text.find_first_of("[*?") != BytesView::npos;
    if (!is_pattern && ascii_equal_ignoring_case(text, option.name)) return text;
    if (is_pattern && glob_matches(text, option.name, GlobCase::kIgnored)) return option.name;
  }
  return std::nullopt;
}

// Redis says nothing of new keys where it says that of all classes is told, which they are not in.
Bytes shown(const Option& option, const Settings& settings) {
  Bytes text = option_text(option, settings);
  const bool hides_new = option.name == "notify-keyspace-events" && text.starts_with("An");
  return hides_new ? text.erase(1, 1) : text;
}

void make_room(int64_t clients) {
  const int64_t allowed = make_room_for_clients(clients);
  if (allowed >= clients) return;
  throw_set_failed("maxclients",
                   "The operating system is not able to handle the specified number of clients, "
                   "try with " +
                       format_int64(allowed));
}

// Named again, the same file may hold another certificate.
void read_certificates(const Option& of_tls, const Settings& settings, State& state) {
  if (!state.entrances.tls) return;
  try {
    state.entrances.tls = TlsContext(settings);
  } catch (const CommandError& error) {
    throw_set_failed(of_tls.name, error.text());
  }
}

// The options that are named, one for each value, null for what nothing follows from. As in Redis
// no value is looked at while a name is wrong, and a wrong name is told as it was given.
std::vector<const Option*> options_named(const ServerCall& call) {
  std::vector<const Option*> options;
  for (size_t i = 2; i < call.size(); i += 2) {
    const BytesView name = call.arg(i);
    const Option* option = find_option(name);
    if (option == nullptr && !is_ignored_name(name)) {
      throw CommandError("ERR Unknown option or number of arguments for CONFIG SET - '" +
                         Bytes(name) + "'");
    }
    if (option != nullptr && option->name == "dir") {
      throw_set_failed(name, "can't set protected config");
    }
    if (option != nullptr && !option->is_mutable) {
      throw_set_failed(name, "can't set immutable config");
    }
    if (option != nullptr && std::find(options.begin(), options.end(), option) != options.end()) {
      throw_set_failed(name, "duplicate parameter");
    }
    options.push_back(option);
  }
  return options;
}

// What follows from options for those who are there.
void put_in_force(State& state, const Settings& before) {
  const Settings& now = state.settings;
  state.memory_limit.look(state.settings.maxmemory, state.now_ms());
  if (now.maxmemory != before.maxmemory) {
    for (const Bytes& doubt : doubts_about(now)) state.log.warning(doubt);
  }
  state.output_limits = OutputLimits(now);
  for (const auto& [id, client] : state.clients) client->parser.set_limits(now.request_limits());
  state.hosted.set_wal_sync(now.wal_sync);
  state.log.set_level(log_level_named(now.log_level));
  state.access.rules.gives_channels = now.acl_pubsub_default == "allchannels";
  if (now.requirepass == before.requirepass) return;
  state.access.set_default_password(now.requirepass);
}

}  // namespace

// CONFIG GET parameter [parameter ...]
std::optional<Reply> config_get(ServerCall& call) {
  Reply::Items items;
  for (const Option& option : all_options()) {
    const auto name = name_asked_for(option, call.args.subspan(2));
    if (!name) continue;
    items.push_back(Reply::bulk(Bytes(*name)));
    items.push_back(Reply::bulk(shown(option, call.state.settings)));
  }
  return Reply::map(std::move(items));
}

// CONFIG SET parameter value [parameter value ...]: all of them or none
std::optional<Reply> config_set(ServerCall& call) {
  if (call.size() % 2 != 0) throw CommandError("ERR syntax error");
  Settings changed = call.state.settings;
  const std::vector<const Option*> options = options_named(call);
  for (size_t i = 0; i < options.size(); ++i) {
    const size_t at = 2 + 2 * i;
    if (options[i] == nullptr) {
      check_ignored(call.arg(at), call.arg(at + 1));
    } else {
      set_one(*options[i], Bytes(call.arg(at + 1)), changed);
    }
  }
  if (changed.maxclients > call.state.settings.maxclients) make_room(changed.maxclients);
  const auto of_tls = std::find_if(options.begin(), options.end(), [](const Option* option) {
    return option != nullptr && option->name.starts_with("tls-");
  });
  if (of_tls != options.end()) read_certificates(**of_tls, changed, call.state);
  std::swap(call.state.settings, changed);
  put_in_force(call.state, changed);
  return Reply::ok();
}

// CONFIG REWRITE
std::optional<Reply> config_rewrite(ServerCall& call) {
  if (call.state.config_path.empty()) {
    throw CommandError("ERR The server is running without a config file");
  }
  rewrite_config_file(call.state.config_path, call.state.settings, user_lines(call.state));
  return Reply::ok();
}

// CONFIG RESETSTAT
std::optional<Reply> config_resetstat(ServerCall& call) {
  call.state.statistics = Statistics();
  call.state.saves.forget_count();
  return Reply::ok();
}

// CONFIG HELP
std::optional<Reply> config_help(ServerCall&) {
  return commands::help_reply(
      "CONFIG", {"GET <pattern>",
                 "    Return parameters matching the glob-like <pattern> and their "
                 "values.",
                 "SET <directive> <value>", "    Set the configuration <directive> to <value>.",
                 "RESETSTAT", "    Reset statistics reported by the INFO command.", "REWRITE",
                 "    Rewrite the configuration file."});
}

}  // namespace keemun::server
