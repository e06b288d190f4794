// The option that says which groups of commands are played.
#pragma once

#include <string>
#include <vector>

#include "commands/table/table.h"

namespace CLI {
class App;
}

namespace keemun::programs {

void add_groups(CLI::App& app, std::vector<std::string>& names);
// None: all. Throws std::invalid_argument.
std::vector<commands::Group> parse_groups(const std::vector<std::string>& names);

}  // namespace keemun::programs
