#include "commands/set/set_answers.h"

#include <algorithm>
#include <cstdint>
#include <optional>

#include "base/number_text.h"

namespace keemun::commands {

namespace {

constexpr size_t kFewMembers = 512;  // set-max-intset-entries

}  // namespace

void put_integers_in_order(std::vector<Bytes>& members) {
  if (members.size() > kFewMembers) return;
  std::vector<int64_t> numbers;
  for (const Bytes& member : members) {
    const std::optional<int64_t> number = parse_int64(member);
    if (!number) return;
    numbers.push_back(*number);
  }
  std::sort(numbers.begin(), numbers.end());
  for (size_t i = 0; i < numbers.size(); ++i) members[i] = format_int64(numbers[i]);
}

}  // namespace keemun::commands
