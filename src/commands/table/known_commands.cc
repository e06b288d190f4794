#include "commands/table/known_commands.h"

#include <algorithm>

#include "base/ascii.h"

namespace keemun::commands {

namespace {

bool is_subcommand(const Command& command) {
  return command.name.find('|') != BytesView::npos;
}

bool is_subcommand_of(const Command& command, const Command& container) {
  const size_t bar = container.name.size();
  return command.name.size() > bar && command.name[bar] == '|' &&
         command.name.starts_with(container.name);
}

}  // namespace

std::vector<const Command*> KnownCommands::rows() const {
  std::vector<const Command*> rows;
  for (const Command* command : all()) {
    rows.push_back(command);
    const auto subcommands = subcommands_of(*command);
    rows.insert(rows.end(), subcommands.begin(), subcommands.end());
  }
  return rows;
}

std::vector<const Command*> KnownCommands::all() const {
  std::vector<const Command*> commands;
  for (const Command& command : all_commands()) commands.push_back(&command);
  commands.insert(commands.end(), added_.begin(), added_.end());
  std::erase_if(commands, [this](const Command* command) {
    return is_subcommand(*command) || !names_.has_name(command->name);
  });
  return commands;
}

std::vector<const Command*> KnownCommands::subcommands_of(const Command& container) const {
  std::vector<const Command*> rows;
  for (const Command& command : all_commands()) {
    if (is_subcommand_of(command, container)) rows.push_back(&command);
  }
  for (const Command* command : added_) {
    if (is_subcommand_of(*command, container)) rows.push_back(command);
  }
  return rows;
}

const Command* KnownCommands::find(std::span<const BytesView> args) const {
  if (args.empty() || args[0].find('|') != BytesView::npos) return nullptr;
  const Command* command = named(args[0]);
  if (command == nullptr || args.size() == 1 || subcommands_of(*command).empty()) return command;
  return with_own_name(Bytes(command->name) + "|" + Bytes(args[1]));
}

const Command* KnownCommands::named(BytesView name) const {
  const size_t bar = std::min(name.find('|'), name.size());
  const auto own = names_.own_name(name.substr(0, bar));
  return own ? with_own_name(Bytes(*own) + Bytes(name.substr(bar))) : nullptr;
}

const Command* KnownCommands::with_own_name(BytesView name) const {
  if (const Command* command = find_command_named(name)) return command;
  for (const Command* command : added_) {
    if (ascii_equal_ignoring_case(command->name, name)) return command;
  }
  return nullptr;
}

}  // namespace keemun::commands
