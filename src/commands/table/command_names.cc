#include "commands/table/command_names.h"

#include <algorithm>

#include "base/ascii.h"

namespace keemun::commands {

std::optional<BytesView> CommandNames::own_name(BytesView name) const {
  const Bytes asked = ascii_lower(name);
  if (const auto other = others_.find(asked); other != others_.end()) return other->second;
  return withheld_.contains(asked) ? std::nullopt : std::optional<BytesView>(name);
}

bool CommandNames::has_name(BytesView own) const {
  return !withheld_.contains(own) ||
         std::any_of(others_.begin(), others_.end(),
                     [own](const auto& other) { return other.second == own; });
}

void CommandNames::withhold(BytesView name) {
  Bytes asked = ascii_lower(name);
  if (others_.erase(asked) == 0) withheld_.insert(std::move(asked));
}

void CommandNames::add(BytesView name, BytesView own) {
  Bytes wanted = ascii_lower(name);
  if (wanted == own) {
    withheld_.erase(wanted);
  } else {
    others_.emplace(std::move(wanted), own);
  }
}

}  // namespace keemun::commands
