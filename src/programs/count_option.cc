#include "count_option.h"

#include "base/number_text.h"

namespace keemun::programs {

CLI::Validator one_to(uint64_t number_max) {
  const std::string range = "1 to " + std::to_string(number_max);
  return {[range, number_max](const std::string& text) {
            const auto number = parse_uint64(text);
            const bool is_within = number && *number >= 1 && *number <= number_max;
            return is_within ? "" : "takes a number, " + range + ", not '" + text + "'";
          },
          range};
}

}  // namespace keemun::programs
