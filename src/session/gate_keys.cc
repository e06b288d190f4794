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

bool only_looks(commands::KeyUse use) {
  return (use & commands::kLooksAt) != 0;
}

// Whether it changes one key by what it reads from others. Those that read all of their keys, and
// change something in them all the same, as XREADGROUP does, have none.
bool names_sources(const Command& command) {
  return only_looks(command.first_use()) != only_looks(command.rest_use());
}

bool is_source_at(const Command& command, size_t place) {
  const bool is_first = place == static_cast<size_t>(command.keys.first);
  return only_looks(is_first ? command.first_use() : command.rest_use());
}

}  // namespace

bool GateKeys::collide_with(const GateKeys& others) const {
  if (are_none() || others.are_none()) return false;
  if (are_all || others.are_all) return true;
  if (only_read() && others.only_read()) return false;
  const bool are_fewer = keys.size() <= others.keys.size();
  const GateKeys& few = are_fewer ? *this : others;
  const GateKeys& many = are_fewer ? others : *this;
  // Of one name what is changed comes first.
  using Named = std::pair<BytesView, bool>;
  boost::container::small_vector<Named, 4> sorted;
  for (size_t i = 0; i < few.keys.size(); ++i)
    sorted.emplace_back(few.keys[i], few.is_only_read(i));
  std::sort(sorted.begin(), sorted.end());
  for (size_t i = 0; i < many.keys.size(); ++i) {
    const auto same = std::lower_bound(sorted.begin(), sorted.end(), Named(many.keys[i], false));
    if (same == sorted.end() || same->first != many.keys[i]) continue;
    if (!same->second || !many.is_only_read(i)) return true;
  }
  return false;
}

void add_gate_keys(const Command& command, std::span<const BytesView> args, GateKeys& gates) {
  constexpr commands::Flags kAll =
      commands::kWholeKeyspace | commands::kNoMandatoryKeys | commands::kFunctions;
  if (command.is(kAll) || makes_names(command, args)) {
    gates.are_all = true;
    return;
  }
  const commands::KeyPositions positions = commands::key_positions(command, args);
  if (gates.keys.empty()) gates.keys.reserve(positions.size());
  const bool has_sources = command.is(commands::kWrite) && names_sources(command);
  for (size_t i = 0; i < positions.size(); ++i) {
    const bool is_source = has_sources && is_source_at(command, positions[i]);
    gates.add(args[positions[i]], !command.may_change() || is_source);
  }
}

}  // namespace keemun::session
