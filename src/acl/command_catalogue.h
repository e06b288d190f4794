// Every command that a rule can name, by number: the rows of the tables, and what Redis has beside
// them. A set of commands is a bit for each. It does not change once it is made.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "base/bytes.h"
#include "commands/table/categories.h"
#include "commands/table/table.h"

namespace keemun::acl {

class CommandCatalogue {
 public:
  struct Entry {
    Bytes name;
    commands::Categories categories = 0;
    std::optional<size_t> container;  // of a subcommand
    std::vector<size_t> subcommands;
  };

  // The rows outlive it.
  explicit CommandCatalogue(std::span<const commands::Command* const> rows);

  size_t size() const { return entries_.size(); }
  const Entry& operator[](size_t number) const { return entries_[number]; }
  // By a name as it stands in the table ("config|get"), in any case.
  std::optional<size_t> find(BytesView name) const;
  // Of one of the rows.
  size_t number_of(const commands::Command& command) const { return numbers_.at(&command); }

 private:
  void add(BytesView name, commands::Categories categories);

  std::vector<Entry> entries_;
  std::map<Bytes, size_t, std::less<>> by_name_;
  std::unordered_map<const commands::Command*, size_t> numbers_;  // order never seen
};

}  // namespace keemun::acl
