#include "model/command_keys.h"

#include <algorithm>
#include <cstdlib>

#include "base/ascii.h"
#include "base/number_text.h"

namespace keemun::model {

namespace {

template <size_t N>
bool is_one_of(const BytesView (&names)[N], BytesView name) {
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

constexpr BytesView kWithoutKeys[] = {"dbsize",
                                      "discard",
                                      "echo",
                                      "exec",
                                      "flushall",
                                      "flushdb",
                                      "keys",
                                      "multi",
                                      "ping",
                                      "randomkey",
                                      "scan",
                                      "select",
                                      "swapdb",
                                      "time",
                                      "unwatch",
                                      "command",
                                      "command|count",
                                      "command|docs",
                                      "command|getkeys",
                                      "command|info",
                                      "command|getkeysandflags",
                                      "command|help",
                                      "command|list",
                                      "object",
                                      "object|help"};
constexpr BytesView kAllArguments[] = {"del",         "exists", "mget",   "sdiff",
                                       "sinter",      "touch",  "sunion", "sdiffstore",
                                       "sinterstore", "unlink", "watch",  "sunionstore"};
constexpr BytesView kAllButLast[] = {"blpop", "brpop", "bzpopmax", "bzpopmin"};
constexpr BytesView kTimedCountedKeys[] = {"blmpop", "bzmpop"};
constexpr BytesView kTwoKeys[] = {"blmove", "brpoplpush", "copy",     "lcs",       "lmove",
                                  "rename", "smove",      "renamenx", "rpoplpush", "zrangestore"};
constexpr BytesView kCountedKeys[] = {"lmpop",      "sintercard", "zdiff", "zinter",
                                      "zintercard", "zmpop",      "zunion"};
constexpr BytesView kCountedKeysAndTarget[] = {"zdiffstore", "zinterstore", "zunionstore"};

using Indexes = std::vector<size_t>;

std::optional<Indexes> counted_keys(size_t count_index, std::span<const Bytes> args,
                                    bool has_target = false) {
  if (count_index >= args.size()) return std::nullopt;
  // Read twice: strictly, and where that fails as atoi() does. Either way it is cut to 32 bits.
  const auto count = static_cast<int>(std::strtol(args[count_index].c_str(), nullptr, 10));
  if (count < 1 || count > static_cast<int>(args.size() - count_index - 1)) return std::nullopt;
  Indexes indexes;
  for (size_t i = 1; i <= static_cast<size_t>(count); ++i) indexes.push_back(count_index + i);
  // Redis puts the target first, or last where it is the second reading that gave the number.
  const bool strict = parse_int64(args[count_index]).value_or(-1) >= 0;
  if (has_target) indexes.insert(strict ? indexes.begin() : indexes.end(), 1);
  return indexes;
}

// The source, and what follows the last STORE.
Indexes sort_keys(std::span<const Bytes> args) {
  Indexes indexes = {1};
  for (size_t i = 2; i < args.size(); ++i) {
    const BytesView word = args[i].c_str();
    if (ascii_equal_ignoring_case(word, "limit")) {
      i += 2;
    } else if (ascii_equal_ignoring_case(word, "get") || ascii_equal_ignoring_case(word, "by")) {
      ++i;
    } else if (ascii_equal_ignoring_case(word, "store") && i + 1 < args.size()) {
      indexes.resize(1);
      indexes.push_back(i + 1);
    }
  }
  return indexes;
}

}  // namespace

KeyPositions key_positions(BytesView command) {
  if (is_one_of(kWithoutKeys, command) || is_one_of(kCountedKeys, command)) return {};
  if (is_one_of(kTimedCountedKeys, command)) return {};
  if (is_one_of(kAllButLast, command)) return {1, -2, 1};
  if (is_one_of(kAllArguments, command)) return {1, -1, 1};
  if (is_one_of(kTwoKeys, command)) return {1, 2, 1};
  if (command == "mset" || command == "msetnx") return {1, -1, 2};
  if (command == "bitop") return {2, -1, 1};
  if (command.starts_with("object|")) return {2, 2, 1};
  return {1, 1, 1};
}

bool has_keys(BytesView command) {
  return !is_one_of(kWithoutKeys, command);
}

std::optional<Indexes> key_indexes(BytesView command, std::span<const Bytes> args) {
  if (is_one_of(kCountedKeys, command)) return counted_keys(1, args);
  if (is_one_of(kTimedCountedKeys, command)) return counted_keys(2, args);
  if (is_one_of(kCountedKeysAndTarget, command)) return counted_keys(2, args, true);
  if (command == "sort") return sort_keys(args);
  const KeyPositions positions = key_positions(command);
  const int count = static_cast<int>(args.size());
  const int last = positions.last < 0 ? count + positions.last : positions.last;
  if (last >= count || last < positions.first) return std::nullopt;
  Indexes indexes;
  for (int i = positions.first; i <= last; i += positions.step) {
    indexes.push_back(static_cast<size_t>(i));
  }
  return indexes;
}

}  // namespace keemun::model
