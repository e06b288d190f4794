// PING, ECHO, TIME, and what a server says about its commands.
//
// What COMMAND answers is about the server more than about data: counts, lists and descriptions are
// taken over from a judged server as long as they have the right shape. COMMAND GETKEYS is exact.
#include <algorithm>

#include "model/call.h"
#include "model/command_keys.h"

namespace keemun::model {

namespace {

// PING [message]
Reply ping(Call& call) {
  if (call.size() > 2) call.throw_wrong_arity();
  return call.size() == 2 ? Reply::bulk(call.arg(1)) : Reply::status("PONG");
}

// ECHO message
Reply echo(Call& call) {
  return Reply::bulk(call.arg(1));
}

// TIME
Reply time(Call& call) {
  constexpr int64_t kMsPerSecond = 1000;
  return Reply::array({Reply::bulk(format_int64(call.now_ms / kMsPerSecond)),
                       Reply::bulk(format_int64(call.now_ms % kMsPerSecond * kMsPerSecond))});
}

bool is_subcommand(const Command& command) {
  return command.name.find('|') != BytesView::npos;
}

Reply description(const Command& command) {
  const KeyPositions keys = key_positions(command.name);
  return Reply::array({Reply::bulk(Bytes(command.name)), Reply::integer(command.arity),
                       Reply::set(), Reply::integer(keys.first), Reply::integer(keys.last),
                       Reply::integer(keys.step)});
}

bool observed_aggregate(const Call& call) {
  return call.observed != nullptr && call.observed->is_aggregate();
}

// COMMAND
Reply command(Call& call) {
  if (observed_aggregate(call)) return *call.observed;
  Reply::Items items;
  for (const Command& known : all_commands()) {
    if (!is_subcommand(known)) items.push_back(description(known));
  }
  return Reply::array(std::move(items));
}

bool describes(const Reply& reply, const Command& command) {
  return reply.kind() == Reply::Kind::kArray && reply.items().size() >= 6 &&
         reply.items()[0] == Reply::bulk(Bytes(command.name)) &&
         reply.items()[1] == Reply::integer(command.arity);
}

// COMMAND INFO [name ...]: null for a name that nobody knows; the server may know more than we do.
Reply command_info(Call& call) {
  const auto names = call.args.subspan(2);
  if (names.empty()) return command(call);
  const bool comparable = observed_aggregate(call) && call.observed->items().size() == names.size();
  Reply::Items items;
  for (size_t i = 0; i < names.size(); ++i) {
    const Reply* observed = comparable ? &call.observed->items()[i] : nullptr;
    const Command* known = find_command(names[i]);
    if (observed != nullptr && (known == nullptr || describes(*observed, *known))) {
      items.push_back(*observed);
    } else {
      items.push_back(known == nullptr ? Reply::null_array() : description(*known));
    }
  }
  return Reply::array(std::move(items));
}

// COMMAND DOCS [name ...]
Reply command_docs(Call& call) {
  return observed_aggregate(call) ? *call.observed : Reply::map();
}

// COMMAND COUNT
Reply command_count(Call& call) {
  if (call.observed != nullptr && call.observed->kind() == Reply::Kind::kInteger) {
    return *call.observed;
  }
  const auto all = all_commands();
  return Reply::integer(std::count_if(all.begin(), all.end(),
                                      [](const Command& known) { return !is_subcommand(known); }));
}

// COMMAND LIST [FILTERBY MODULE name | ACLCAT category | PATTERN pattern]
Reply command_list(Call& call) {
  if (call.size() != 2) {
    const bool filter =
        call.size() == 5 && call.is_word(2, "filterby") &&
        (call.is_word(3, "module") || call.is_word(3, "aclcat") || call.is_word(3, "pattern"));
    if (!filter) Call::throw_syntax_error();
  }
  if (observed_aggregate(call)) return *call.observed;
  Reply::Items names;
  for (const Command& known : all_commands()) {
    if (!is_subcommand(known)) names.push_back(Reply::bulk(Bytes(known.name)));
  }
  return Reply::array(std::move(names));
}

// A name with a bar is no name here.
const Command* asked_command(std::span<const Bytes> args) {
  if (args[0].find('|') != Bytes::npos) return nullptr;
  const Command* found = find_command(args[0]);
  if (found == nullptr || !has_subcommands(found->name)) return found;
  return args.size() == 1 ? found : find_command(Bytes(found->name) + "|" + args[1]);
}

// COMMAND GETKEYS name [argument ...]
Reply command_getkeys(Call& call) {
  const auto asked = call.args.subspan(2);
  const Command* known = asked_command(asked);
  if (known == nullptr) {
    if (call.observed != nullptr) return *call.observed;
    throw CommandError("ERR Invalid command specified");
  }
  if (!has_keys(known->name)) throw CommandError("ERR The command has no key arguments");
  const auto count = static_cast<int>(asked.size());
  if (known->arity > 0 ? count != known->arity : count < -known->arity) {
    throw CommandError("ERR Invalid number of arguments specified for command");
  }
  const auto indexes = key_indexes(known->name, asked);
  if (!indexes) throw CommandError("ERR Invalid arguments specified for command");
  Reply::Items keys;
  for (const size_t index : *indexes) keys.push_back(Reply::bulk(asked[index]));
  return Reply::array(std::move(keys));
}

// A key and some flags.
bool is_key_with_flags(const Reply& reply, const Reply& key) {
  return reply.kind() == Reply::Kind::kArray && reply.items().size() == 2 &&
         reply.items()[0] == key && reply.items()[1].is_aggregate();
}

// COMMAND GETKEYSANDFLAGS name [argument ...]: the flags are the server's business.
Reply command_getkeysandflags(Call& call) {
  const Reply keys = command_getkeys(call);
  if (asked_command(call.args.subspan(2)) == nullptr) return keys;
  const bool comparable =
      observed_aggregate(call) && call.observed->items().size() == keys.items().size();
  Reply::Items items;
  for (size_t i = 0; i < keys.items().size(); ++i) {
    const Reply& key = keys.items()[i];
    const Reply* observed = comparable ? &call.observed->items()[i] : nullptr;
    const bool is_right = observed != nullptr && is_key_with_flags(*observed, key);
    items.push_back(is_right ? *observed : Reply::array({key, Reply::set()}));
  }
  return Reply::array(std::move(items));
}

// COMMAND HELP
Reply command_help(Call&) {
  constexpr BytesView kLines[] = {
      "COMMAND <subcommand> [<arg> [value] [opt] ...]. Subcommands are:",
      "(no subcommand)",
      "    Return details about all Redis commands.",
      "COUNT",
      "    Return the total number of commands in this Redis server.",
      "LIST",
      "    Return a list of all commands in this Redis server.",
      "INFO [<command-name> ...]",
      "    Return details about multiple Redis commands.",
      "    If no command names are given, documentation details for all",
      "    commands are returned.",
      "DOCS [<command-name> ...]",
      "    Return documentation details about multiple Redis commands.",
      "    If no command names are given, documentation details for all",
      "    commands are returned.",
      "GETKEYS <full-command>",
      "    Return the keys from a full Redis command.",
      "GETKEYSANDFLAGS <full-command>",
      "    Return the keys and the access flags from a full Redis command.",
      "HELP",
      "    Prints this help.",
  };
  Reply::Items lines;
  for (const BytesView line : kLines) lines.push_back(Reply::status(Bytes(line)));
  return Reply::array(std::move(lines));
}

constexpr Command kCommands[] = {
    {"command", -1, command},
    {"command|count", 2, command_count},
    {"command|docs", -2, command_docs},
    {"command|getkeys", -4, command_getkeys},
    {"command|getkeysandflags", -4, command_getkeysandflags},
    {"command|help", 2, command_help},
    {"command|info", -2, command_info},
    {"command|list", -2, command_list},
    {"echo", 2, echo},
    {"ping", -1, ping},
    {"time", 1, time, Order::kClock},
};

}  // namespace

std::span<const Command> connection_commands() {
  return kCommands;
}

}  // namespace keemun::model
