#include "plan/known_entries.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "base/ascii.h"

namespace keemun::plan {

namespace {

constexpr size_t kEntriesMax = 32;
constexpr size_t kEntriesOfKeyMax = 4;

// What the argument names, if it is the id of a new entry: of "7-*" mostly "7-0".
std::optional<Bytes> id_of(BytesView text) {
  const size_t dash = text.find('-');
  if (dash == 0 || dash == BytesView::npos || dash + 1 == text.size()) return std::nullopt;
  const BytesView number = text.substr(dash + 1);
  const auto are_digits = [](BytesView digits) {
    return std::all_of(digits.begin(), digits.end(), [](char c) { return c >= '0' && c <= '9'; });
  };
  if (!are_digits(text.substr(0, dash))) return std::nullopt;
  if (number == "*") return Bytes(text.substr(0, dash)) + "-0";
  return are_digits(number) ? std::optional(Bytes(text)) : std::nullopt;
}

}  // namespace

const Bytes* KnownEntries::any(Draw& draw, const Bytes& key) const {
  std::vector<const Bytes*> of_key;
  for (auto entry = entries_.rbegin(); entry != entries_.rend(); ++entry) {
    if (entry->first == key && of_key.size() < kEntriesOfKeyMax) of_key.push_back(&entry->second);
  }
  return of_key.empty() ? nullptr : of_key[draw.below(of_key.size())];
}

void KnownEntries::follow(const commands::Command* command, const Args& args) {
  if (command == nullptr || command->name != "xadd") return;
  for (size_t i = 2; i < args.size(); ++i) {
    const bool is_bound = args[i - 1] == "=" || ascii_equal_ignoring_case(args[i - 1], "minid");
    const auto id = is_bound ? std::nullopt : id_of(args[i]);
    if (!id) continue;
    entries_.emplace_back(args[1], *id);
    if (entries_.size() > kEntriesMax) entries_.pop_front();
    return;
  }
}

}  // namespace keemun::plan
