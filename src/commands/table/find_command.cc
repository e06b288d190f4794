#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "base/name_index.h"
#include "commands/table/table.h"

namespace keemun::commands {

namespace {

constexpr char kSubcommandBar = '|';

struct Names {
  NameIndex index;
  std::vector<bool> are_containers;  // rows whose subcommands are rows too
};

Names read_names() {
  const std::span<const Command> rows = all_commands();
  std::vector<BytesView> names;
  for (const Command& row : rows) names.push_back(row.name);
  Names read{NameIndex(names), std::vector<bool>(rows.size())};
  for (const BytesView name : names) {
    const size_t bar = name.find(kSubcommandBar);
    if (bar == BytesView::npos) continue;
    read.are_containers[*read.index.find(name.substr(0, bar))] = true;
  }
  return read;
}

const Names& names_of_table() {
  static const Names kNames = read_names();
  return kNames;
}

const Command* at(std::optional<size_t> place) {
  return place ? &all_commands()[*place] : nullptr;
}

}  // namespace

const Command* find_command_named(BytesView name) {
  return at(names_of_table().index.find(name));
}

const Command* find_command(std::span<const BytesView> args) {
  if (args.empty() || args[0].find(kSubcommandBar) != Bytes::npos) return nullptr;
  const Names& names = names_of_table();
  const auto place = names.index.find(args[0]);
  if (!place || args.size() == 1 || !names.are_containers[*place]) return at(place);
  if (args[1].size() > NameIndex::kNameBytesMax) return nullptr;
  return find_command_named(Bytes(all_commands()[*place].name) + kSubcommandBar + Bytes(args[1]));
}

}  // namespace keemun::commands
