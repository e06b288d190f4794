#include "commands/table/used_keys.h"

#include <algorithm>

#include "base/ascii.h"

namespace keemun::commands {

namespace {

using Arguments = std::span<const BytesView>;

// The last STORE counts here, one that another STORE names too.
std::vector<UsedKey> sort_keys(const Command& command, Arguments args) {
  if (args.size() < 2) return {};
  std::vector<UsedKey> keys = {{1, args[1], command.first_use()}};
  for (size_t i = 2; i < args.size(); ++i) {
    if (is_same_word(args[i], "limit")) {
      i += 2;
    } else if (is_same_word(args[i], "get") || is_same_word(args[i], "by")) {
      ++i;
    } else if (is_same_word(args[i], "store") && i + 1 < args.size()) {
      keys.resize(1);
      keys.push_back({i + 1, args[i + 1], command.rest_use()});
    }
  }
  return keys;
}

// BITFIELD of nothing but GET and OVERFLOW, each with all of its words.
bool only_reads(Arguments args) {
  for (size_t i = 2; i < args.size(); ++i) {
    const size_t words_behind = args.size() - i - 1;
    if (is_same_word(args[i], "get") && words_behind >= 2) {
      i += 2;
    } else if (is_same_word(args[i], "overflow") && words_behind >= 1) {
      ++i;
    } else {
      return false;
    }
  }
  return true;
}

// SET that does not ask for what was there, and BITFIELD that sets nothing, do less than their rows
// say.
KeyUse use_by_arguments(const Command& command, Arguments args) {
  constexpr size_t kWordsBeforeOptions = 3;
  const KeyUse most = static_cast<KeyUse>(command.first_use() & ~kByArguments);
  if (command.name == "bitfield") return only_reads(args) ? kLooksAt | kAccess : most;
  const auto options = args.subspan(std::min(args.size(), kWordsBeforeOptions));
  const bool gets = std::any_of(options.begin(), options.end(),
                                [](BytesView word) { return is_same_word(word, "get"); });
  return gets ? most : kOverwrites | kUpdate;
}

}  // namespace

std::vector<UsedKey> used_keys(const Command& command, Arguments args) {
  if (command.keys.moving == Keys::Moving::kSort) return sort_keys(command, args);
  const KeyPositions positions = key_positions(command, args);
  const auto first = static_cast<size_t>(command.keys.first);
  const bool is_by_arguments = (command.first_use() & kByArguments) != 0;
  const KeyUse first_use = is_by_arguments ? use_by_arguments(command, args) : command.first_use();
  std::vector<UsedKey> keys;
  for (size_t i = 0; i < positions.size(); ++i) {
    const size_t place = positions[i];
    keys.push_back({place, args[place], place == first ? first_use : command.rest_use()});
  }
  return keys;
}

}  // namespace keemun::commands
