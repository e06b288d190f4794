#include "plan/known_groups.h"

#include <algorithm>

#include "base/ascii.h"

namespace keemun::plan {

namespace {

// Of what sees other keys than before.
bool changes_all_keys(const commands::Command& command) {
  constexpr BytesView kNames[] = {"flushall", "flushdb", "select", "swapdb"};
  return std::find(std::begin(kNames), std::end(kNames), command.name) != std::end(kNames);
}

}  // namespace

bool KnownGroups::contains(const Group& group) const {
  return std::find(groups_.begin(), groups_.end(), group) != groups_.end();
}

const KnownGroups::Group* KnownGroups::any(Draw& draw, const std::optional<Bytes>& key,
                                           const std::optional<Bytes>& name) const {
  const auto fits = [&](const Group& group) {
    return (!key || group.key == *key) && (!name || group.name == *name);
  };
  const auto count = static_cast<size_t>(std::count_if(groups_.begin(), groups_.end(), fits));
  if (count == 0) return nullptr;
  size_t before = draw.below(count);
  for (const Group& group : groups_) {
    if (fits(group) && before-- == 0) return &group;
  }
  return nullptr;
}

void KnownGroups::follow(const commands::Command* command, const Args& args) {
  if (command == nullptr) return;
  if (command->group == commands::Group::kStream) return follow_xgroup(args);
  if (groups_.empty()) return;
  if (changes_all_keys(*command)) return groups_.clear();
  if (!command->is(commands::kWrite)) return;
  for (size_t i = 1; i < args.size(); ++i) forget_key(args[i]);
}

void KnownGroups::follow_xgroup(const Args& args) {
  if (args.size() < 4 || !ascii_equal_ignoring_case(args[0], "xgroup")) return;
  const Group group{args[2], args[3]};
  const bool is_made_anyway = args.size() > 5 && ascii_equal_ignoring_case(args[5], "mkstream");
  if (ascii_equal_ignoring_case(args[1], "create") && is_made_anyway && !contains(group)) {
    groups_.push_back(group);
  } else if (ascii_equal_ignoring_case(args[1], "destroy")) {
    std::erase(groups_, group);
  }
}

void KnownGroups::forget_key(BytesView key) {
  std::erase_if(groups_, [key](const Group& group) { return group.key == key; });
}

}  // namespace keemun::plan
