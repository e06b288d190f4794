#include "acl/command_catalogue.h"

#include <algorithm>

#include "acl/absent_commands.h"
#include "base/ascii.h"

namespace keemun::acl {

using commands::Categories;
using commands::Command;

namespace {

Categories categories_in(BytesView names) {
  Categories categories = 0;
  while (!names.empty()) {
    const BytesView name = names.substr(0, names.find(' '));
    categories |= commands::category_named(name).value_or(0);
    names.remove_prefix(std::min(name.size() + 1, names.size()));
  }
  return categories;
}

}  // namespace

CommandCatalogue::CommandCatalogue(std::span<const Command* const> rows) {
  for (const Command* row : rows) {
    numbers_.emplace(row, entries_.size());
    add(row->name, commands::categories_of(*row));
  }
  for (const AbsentCommand& absent : absent_commands()) {
    if (!by_name_.contains(absent.name)) add(absent.name, categories_in(absent.categories));
  }
  for (size_t number = 0; number < entries_.size(); ++number) {
    Entry& entry = entries_[number];
    const size_t bar = entry.name.find('|');
    if (bar == Bytes::npos) continue;
    entry.container = find(BytesView(entry.name).substr(0, bar));
    if (entry.container) entries_[*entry.container].subcommands.push_back(number);
  }
}

void CommandCatalogue::add(BytesView name, Categories categories) {
  by_name_.emplace(name, entries_.size());
  entries_.push_back({Bytes(name), categories, std::nullopt, {}});
}

std::optional<size_t> CommandCatalogue::find(BytesView name) const {
  const auto found = by_name_.find(ascii_lower(name));
  return found == by_name_.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace keemun::acl
