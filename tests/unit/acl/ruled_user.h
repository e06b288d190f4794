// A user made by rules, over the core's commands and a few of those that only a server has.
#pragma once

#include <array>
#include <initializer_list>
#include <vector>

#include "acl/command_catalogue.h"
#include "acl/rule_text.h"
#include "acl/rules.h"
#include "base/bytes.h"
#include "base/command_error.h"
#include "commands/table/table.h"

namespace keemun::acl {

inline constexpr auto kServersRows = std::to_array<commands::Command>({
    {"publish", 3, commands::kPubsub | commands::kFast, {}, commands::Group::kMessages, "1.0.0"},
    {"subscribe", -2, commands::kPubsub, {}, commands::Group::kMessages, "1.0.0"},
    {"psubscribe", -2, commands::kPubsub, {}, commands::Group::kMessages, "1.0.0"},
    {"unsubscribe", -1, commands::kPubsub, {}, commands::Group::kMessages, "1.0.0"},
    {"auth", -2, commands::kNoAuth | commands::kFast, {}, commands::Group::kConnection, "1.0.0"},
    {"config", -2, commands::kNone, {}, commands::Group::kServer, "1.0.0"},
    {"config|get", -3, commands::kAdmin, {}, commands::Group::kServer, "1.0.0"},
    {"config|set", -4, commands::kAdmin, {}, commands::Group::kServer, "1.0.0"},
});

inline const CommandCatalogue& all_known() {
  static const CommandCatalogue kCatalogue = [] {
    std::vector<const commands::Command*> rows;
    for (const commands::Command& row : commands::all_commands()) rows.push_back(&row);
    for (const commands::Command& row : kServersRows) rows.push_back(&row);
    return CommandCatalogue(rows);
  }();
  return kCatalogue;
}

// A new user called "a" after these rules. Throws as they do.
inline User ruled(std::initializer_list<BytesView> rules) {
  const Rules all(all_known());
  User user = all.new_user("a");
  for (const BytesView rule : rules) all.apply(user, rule);
  return user;
}

// What is written down of it, or why there is no such user.
inline Bytes text_of(std::initializer_list<BytesView> rules) {
  try {
    return user_text(all_known(), ruled(rules));
  } catch (const CommandError& error) {
    return error.text();
  }
}

}  // namespace keemun::acl
