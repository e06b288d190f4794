#include "count_option.h"

#include "base/number_text.h"

namespace keemun::programs {

namespace {

CLI::Validator between(uint64_t low, uint64_t high) {
  const std::string range = std::to_string(low) + " to " + std::to_string(high);
  return {[range, low, high](const std::string& text) {
            const auto number = parse_uint64(text);
            const bool is_within = number && *number >= low && *number <= high;
            return is_within ? "" : "takes a number, " + range + ", not '" + text + "'";
          },
          range};
}

}  // namespace

CLI::Validator one_to(uint64_t number_max) {
  return between(1, number_max);
}

CLI::Validator any_count() {
  constexpr uint64_t kCountMax = 1'000'000'000'000;
  return between(0, kCountMax);
}

}  // namespace keemun::programs
