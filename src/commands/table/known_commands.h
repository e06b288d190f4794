// All commands that a client can name: the rows of the table, and those that whoever hosts the core
// has added to it. The names that are asked for are the client's.
#pragma once

#include <span>
#include <vector>

#include "base/bytes.h"
#include "commands/host.h"
#include "commands/table/table.h"

namespace keemun::commands {

class KnownCommands {
 public:
  explicit KnownCommands(const Host& host)
      : added_(host.added_commands()), names_(host.command_names()) {}

  // Every row, the table's first and subcommands behind what contains them, wherever their rows
  // stand; and those that are no subcommands.
  std::vector<const Command*> rows() const;
  std::vector<const Command*> all() const;
  std::vector<const Command*> subcommands_of(const Command& container) const;

  // As find_command() and find_command_named().
  const Command* find(std::span<const BytesView> args) const;
  const Command* named(BytesView name) const;

 private:
  const Command* with_own_name(BytesView name) const;

  std::vector<const Command*> added_;
  const CommandNames& names_;
};

}  // namespace keemun::commands
