#include "commands/table/table_commands.h"

#include <utility>
#include <vector>

#include "base/glob.h"
#include "commands/help_reply.h"
#include "commands/table/categories.h"
#include "commands/table/command_tips.h"
#include "commands/table/document_reply.h"
#include "commands/table/info_names.h"
#include "commands/table/key_specifications.h"
#include "commands/table/known_commands.h"
#include "commands/table/used_keys.h"

namespace keemun::commands {

namespace {

Reply statuses(const std::vector<Bytes>& texts) {
  Reply::Items items;
  for (const Bytes& text : texts) items.push_back(Reply::status(text));
  return Reply::set(std::move(items));
}

Reply categories_reply(const Command& command) {
  std::vector<Bytes> names;
  for (const CategoryName& known : category_names()) {
    if ((categories_of(command) & known.category) != 0) names.push_back("@" + Bytes(known.name));
  }
  return statuses(names);
}

Reply flags_of(const Command& command) {
  std::vector<Bytes> names;
  for (const FlagName& known : flag_names()) {
    if (command.is(known.flag)) names.emplace_back(known.name);
  }
  return statuses(names);
}

Reply tips_reply(const Command& command) {
  Reply::Items items;
  for (const BytesView tip : tips_of(command)) items.push_back(Reply::bulk(Bytes(tip)));
  return Reply::set(std::move(items));
}

// As COMMAND INFO answers it, without the subcommands.
Reply::Items describe_alone(const Command& command) {
  Reply::Items items;
  items.push_back(Reply::bulk(Bytes(command.name)));
  items.push_back(Reply::integer(command.arity));
  items.push_back(flags_of(command));
  items.push_back(Reply::integer(command.keys.first));
  items.push_back(Reply::integer(command.keys.last));
  items.push_back(Reply::integer(command.keys.step));
  items.push_back(categories_reply(command));
  items.push_back(tips_reply(command));
  Reply::Items specifications;
  for (const KeySpecification& specification : key_specifications(command)) {
    specifications.push_back(key_specification_reply(specification));
  }
  items.push_back(Reply::set(std::move(specifications)));
  return items;
}

Reply describe(const KnownCommands& known, const Command& command) {
  Reply::Items subcommands;
  for (const Command* other : known.subcommands_of(command)) {
    Reply::Items items = describe_alone(*other);
    items.push_back(Reply::set({}));
    subcommands.push_back(Reply::array(std::move(items)));
  }
  Reply::Items items = describe_alone(command);
  // Only where there are none has Redis a set of them.
  items.push_back(subcommands.empty() ? Reply::set() : Reply::array(std::move(subcommands)));
  return Reply::array(std::move(items));
}

Reply describe_all(const KnownCommands& known) {
  Reply::Items items;
  for (const Command* command : known.all()) items.push_back(describe(known, *command));
  return Reply::array(std::move(items));
}

void add_document(const KnownCommands& known, const Command& command, Reply::Items& items) {
  items.push_back(Reply::bulk(Bytes(command.name)));
  items.push_back(document_reply(known, command));
}

bool has_keys(const Command& command) {
  if ((command.keys.use & kNoKey) != 0) return false;
  return command.keys.first != 0 || command.keys.moving != Keys::Moving::kNever;
}

// The keys of the request that follows the name of a subcommand of COMMAND.
std::vector<UsedKey> find_keys(const Call& call) {
  const auto asked = call.args.subspan(2);
  const Command* command = KnownCommands(call.host).find(asked);
  if (command == nullptr) throw_error("ERR Invalid command specified");
  if (!has_keys(*command)) throw_error("ERR The command has no key arguments");
  if (!command->arity_fits(asked.size())) {
    throw_error("ERR Invalid number of arguments specified for command");
  }
  std::vector<UsedKey> keys = used_keys(*command, asked);
  if (keys.empty() && !command->is(kNoMandatoryKeys)) {
    throw_error("ERR Invalid arguments specified for command");
  }
  return keys;
}

// FILTERBY MODULE | ACLCAT | PATTERN word
bool passes_filter(const Call& call, const Command& command) {
  const BytesView word = call.arg(4);
  if (call.is_word(3, "pattern")) return glob_matches(word, command.name, GlobCase::kIgnored);
  if (call.is_word(3, "module")) return false;
  return (categories_of(command) & category_named(word).value_or(0)) != 0;
}

}  // namespace

// COMMAND
Reply command(Call& call) {
  return describe_all(KnownCommands(call.host));
}

// COMMAND COUNT
Reply command_count(Call& call) {
  return Reply::integer(static_cast<int64_t>(KnownCommands(call.host).all().size()));
}

// COMMAND DOCS [name ...]
Reply command_docs(Call& call) {
  const KnownCommands known(call.host);
  Reply::Items items;
  if (call.size() == 2) {
    for (const Command* command : known.all()) add_document(known, *command, items);
  }
  for (const BytesView name : call.args.subspan(2)) {
    const Command* command = known.named(name);
    if (command != nullptr) add_document(known, *command, items);
  }
  return Reply::map(std::move(items));
}

// COMMAND GETKEYS name [argument ...]
Reply command_getkeys(Call& call) {
  Reply::Items keys;
  for (const UsedKey& used : find_keys(call)) keys.push_back(Reply::bulk(Bytes(used.key)));
  return Reply::array(std::move(keys));
}

// COMMAND GETKEYSANDFLAGS name [argument ...]
Reply command_getkeysandflags(Call& call) {
  Reply::Items items;
  for (const auto& [place, key, use] : find_keys(call)) {
    items.push_back(Reply::array({Reply::bulk(Bytes(key)), key_use_reply(use)}));
  }
  return Reply::array(std::move(items));
}

// COMMAND HELP
Reply command_help(Call&) {
  const std::vector<BytesView> lines = {
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
  };
  return help_reply("command", lines);
}

// COMMAND INFO [name ...]
Reply command_info(Call& call) {
  const KnownCommands known(call.host);
  if (call.size() == 2) return describe_all(known);
  Reply::Items items;
  for (const BytesView name : call.args.subspan(2)) {
    const Command* command = known.named(name);
    items.push_back(command == nullptr ? Reply::null() : describe(known, *command));
  }
  return Reply::array(std::move(items));
}

// COMMAND LIST [FILTERBY MODULE name | ACLCAT category | PATTERN pattern]
Reply command_list(Call& call) {
  const bool is_filtered = call.size() != 2;
  if (is_filtered &&
      (call.size() != 5 || !call.is_word(2, "filterby") ||
       !(call.is_word(3, "module") || call.is_word(3, "aclcat") || call.is_word(3, "pattern")))) {
    throw_syntax_error();
  }
  Reply::Items names;
  for (const Command* command : KnownCommands(call.host).rows()) {
    if (is_filtered && !passes_filter(call, *command)) continue;
    names.push_back(Reply::bulk(Bytes(command->name)));
  }
  return Reply::array(std::move(names));
}

}  // namespace keemun::commands
