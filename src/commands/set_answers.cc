#include "commands/set_answers.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

#include "base/number_text.h"

namespace keemun::commands {

using resp::Reply;

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

Reply::Items bulks_of(std::vector<Bytes> members) {
  Reply::Items items;
  items.reserve(members.size());
  for (Bytes& member : members) items.push_back(Reply::bulk(std::move(member)));
  return items;
}

}  // namespace keemun::commands
