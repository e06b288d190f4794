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
  std::vector<std::pair<int64_t, Bytes*>> numbers;
  for (Bytes& member : members) {
    const std::optional<int64_t> number = parse_int64(member);
    if (!number) return;
    numbers.emplace_back(*number, &member);
  }
  std::sort(numbers.begin(), numbers.end());
  std::vector<Bytes> in_order;
  in_order.reserve(members.size());
  for (const auto& [number, member] : numbers) in_order.push_back(std::move(*member));
  members = std::move(in_order);
}

Reply::Items bulks_of(std::vector<Bytes> members) {
  Reply::Items items;
  items.reserve(members.size());
  for (Bytes& member : members) items.push_back(Reply::bulk(std::move(member)));
  return items;
}

}  // namespace keemun::commands
