#include "session/gate_keys.h"

#include <algorithm>

#include "base/ascii.h"

namespace keemun::session {

using commands::Command;
using commands::Keys;

namespace {

// SORT with BY or GET reads keys whose names it makes from the elements.
bool makes_names(const Command& command, std::span<const BytesView> args) {
  const Keys::Moving moving = command.keys.moving;
  if (moving != Keys::Moving::kSort && moving != Keys::Moving::kSortReadOnly) return false;
  return std::any_of(args.begin(), args.end(), [](BytesView word) {
    return ascii_equal_ignoring_case(word, "by") || ascii_equal_ignoring_case(word, "get");
  });
}

}  // namespace

void add_gate_keys(const Command& command, std::span<const BytesView> args, GateKeys& gates) {
  constexpr commands::Flags kAll =
      commands::kWholeKeyspace | commands::kNoMandatoryKeys | commands::kFunctions;
  if (command.is(kAll) || makes_names(command, args)) {
    gates.are_all = true;
    return;
  }
  const commands::KeyPositions positions = commands::key_positions(command, args);
  if (gates.keys.empty()) gates.keys.reserve(positions.size());
  for (size_t i = 0; i < positions.size(); ++i) gates.keys.push_back(args[positions[i]]);
}

}  // namespace keemun::session
