// What clients have to call commands, where that is not what the table calls them: rename-command.
#pragma once

#include <map>
#include <optional>
#include <set>

#include "base/bytes.h"

namespace keemun::commands {

class CommandNames {
 public:
  // Every command is called what the table calls it.
  bool are_own() const { return withheld_.empty(); }
  // What the table calls the command that clients call `name`; none where that name is withheld.
  // Whether there is such a command only the table knows.
  std::optional<BytesView> own_name(BytesView name) const;
  // Whether clients have any name for what the table calls so.
  bool has_name(BytesView own) const;

  // Nobody calls a command `name` any more.
  void withhold(BytesView name);
  // From now on clients call it `name`, which is the name of nothing else.
  void add(BytesView name, BytesView own);

 private:
  // All in small letters.
  std::map<Bytes, Bytes, std::less<>> others_;  // a name of ours → the table's
  std::set<Bytes, std::less<>> withheld_;       // names of the table
};

}  // namespace keemun::commands
