#include "groups_option.h"

#include <CLI/CLI.hpp>
#include <stdexcept>

#include "commands/table/info_names.h"

namespace keemun::programs {

using commands::Group;

namespace {

Group group_named(const std::string& name) {
  if (name == "zset") return Group::kSortedSet;
  for (size_t i = 0; i < commands::kGroupCount; ++i) {
    const auto group = static_cast<Group>(i);
    if (name == commands::group_name(group)) return group;
  }
  throw std::invalid_argument("there is no group " + name);
}

}  // namespace

void add_groups(CLI::App& app, std::vector<std::string>& names) {
  app.add_option("--groups", names,
                 "of commands: generic,string,bitmap,hash,set,sorted-set,list,transactions,"
                 "connection,server,scripting,hyperloglog,geo,stream (default: all)")
      ->delimiter(',');
}

std::vector<Group> parse_groups(const std::vector<std::string>& names) {
  std::vector<Group> groups;
  for (const std::string& name : names) groups.push_back(group_named(name));
  return groups;
}

}  // namespace keemun::programs
