#include "verify/prefix.h"

#include <set>

#include "base/ascii.h"
#include "commands/table/table.h"

namespace keemun::verify {

namespace {

bool makes_keys_of_patterns(const commands::Command& command) {
  return command.keys.moving == commands::Keys::Moving::kSort ||
         command.keys.moving == commands::Keys::Moving::kSortReadOnly;
}

}  // namespace

plan::Args with_prefix(plan::Args args, BytesView prefix) {
  const commands::Command* command = commands::find_command(args);
  if (command == nullptr) return args;
  const auto keys = commands::key_positions(*command, args);
  const plan::Args plain = args;
  for (size_t i = 0; i < keys.size(); ++i) args[keys[i]].insert(0, prefix);
  if (!makes_keys_of_patterns(*command)) return args;
  for (size_t i = 2; i + 1 < args.size(); ++i) {
    const bool pattern =
        ascii_equal_ignoring_case(plain[i], "by") || ascii_equal_ignoring_case(plain[i], "get");
    if (!pattern || plain[i + 1].find('*') == Bytes::npos) continue;
    args[i + 1] = Bytes(prefix) + plain[i + 1];
  }
  return args;
}

std::vector<Bytes> keys_of(const plan::Plan& plan, BytesView prefix) {
  std::set<Bytes> keys;
  for (const plan::Event& event : plan.events) {
    if (event.command() == nullptr) continue;
    const plan::Args args = with_prefix(event.command()->args, prefix);
    const commands::Command* command = commands::find_command(args);
    if (command == nullptr) continue;
    const auto positions = commands::key_positions(*command, args);
    for (size_t i = 0; i < positions.size(); ++i) keys.insert(args[positions[i]]);
  }
  return {keys.begin(), keys.end()};
}

}  // namespace keemun::verify
