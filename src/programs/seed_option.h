// --seed: a number, decimal or 0x…, or the 40 digits of a commit, which every change has anew.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <string>

namespace keemun::programs {

// `text` lives as long as the command; `use` says what a seed is for.
CLI::Option* add_seed(CLI::App& command, std::optional<std::string>& text, const std::string& use);

// Where there is none, a random one. Throws std::invalid_argument.
uint64_t seed_of(const std::optional<std::string>& text);

}  // namespace keemun::programs
