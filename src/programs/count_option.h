// A count on the command line: a decimal number within bounds that --help names.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>

namespace keemun::programs {

CLI::Validator one_to(uint64_t number_max);
CLI::Validator any_count();  // 0 too

}  // namespace keemun::programs
