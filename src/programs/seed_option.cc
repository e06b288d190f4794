#include "seed_option.h"

#include <stdexcept>

#include "plan/plan_text.h"
#include "random_number.h"

namespace keemun::programs {

namespace {

constexpr const char* kForms = "a number, decimal or 0x…, or the 40 digits of a commit";

}  // namespace

CLI::Option* add_seed(CLI::App& command, std::optional<std::string>& text, const std::string& use) {
  return command.add_option("--seed", text, use + kForms + " (default: random)");
}

uint64_t seed_of(const std::optional<std::string>& text) {
  constexpr size_t kCommitDigits = 40;  // a shorter one may be a number
  constexpr size_t kSeedDigits = 16;
  if (!text) return random_number();
  const bool is_commit = text->size() == kCommitDigits;
  const auto seed = plan::read_seed(is_commit ? "0x" + text->substr(0, kSeedDigits) : *text);
  if (seed) return *seed;
  throw std::invalid_argument("--seed takes " + std::string(kForms) + ", not '" + *text + "'");
}

}  // namespace keemun::programs
