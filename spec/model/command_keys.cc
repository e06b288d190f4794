#include "model/command_keys.h"

#include <cstdlib>
#include <unordered_map>

#include "base/ascii.h"
#include "base/number_text.h"

namespace keemun::model {

namespace {

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
                                      "function",
                                      "function|delete",
                                      "function|dump",
                                      "function|flush",
                                      "function|list",
                                      "function|load",
                                      "function|restore",
                                      "object",
                                      "object|help",
                                      "xgroup",
                                      "xgroup|help",
                                      "xinfo",
                                      "xinfo|help"};
constexpr BytesView kAllArguments[] = {
    "del",        "exists",      "mget",   "sdiff", "sinter",      "touch",   "sunion",
    "sdiffstore", "sinterstore", "unlink", "watch", "sunionstore", "pfcount", "pfmerge"};
constexpr BytesView kAllButLast[] = {"blpop", "brpop", "bzpopmax", "bzpopmin"};
// The count stands behind something else: a time, or a script.
constexpr BytesView kTimedCountedKeys[] = {"blmpop",  "bzmpop",     "eval",  "eval_ro",
                                           "evalsha", "evalsha_ro", "fcall", "fcall_ro"};
constexpr BytesView kTwoKeys[] = {"blmove",    "brpoplpush",  "copy",          "lcs",
                                  "lmove",     "rename",      "smove",         "renamenx",
                                  "rpoplpush", "zrangestore", "geosearchstore"};
constexpr BytesView kCountedKeys[] = {"lmpop",      "sintercard", "zdiff", "zinter",
                                      "zintercard", "zmpop",      "zunion"};
constexpr BytesView kEverySecond[] = {"mset", "msetnx"};
constexpr BytesView kAllButFirst[] = {"bitop"};
constexpr BytesView kSecondArgument[] = {
    "pfdebug",        "xgroup|create", "xgroup|createconsumer", "xgroup|delconsumer",
    "xgroup|destroy", "xgroup|setid",  "xinfo|consumers",       "xinfo|groups",
    "xinfo|stream"};
constexpr BytesView kBehindStreams[] = {"xread", "xreadgroup"};
constexpr BytesView kSortAlone[] = {"sort"};
constexpr BytesView kStoreAmongOptions[] = {"georadius", "georadiusbymember"};
constexpr BytesView kCountedKeysAndTarget[] = {"zdiffstore", "zinterstore", "zunionstore"};

// How the keys of a command are found: where they stand, or what says so.
struct Rule {
  enum class Kind : uint8_t {
    kNone,
    kFixed,
    kCounted,
    kTimedCounted,
    kCountedAndTarget,
    kSort,
    kStore,
    kStreams
  };
  Kind kind = Kind::kFixed;
  KeyPositions positions = {1, 1, 1};
};

using Rules = std::unordered_map<BytesView, Rule>;  // order never seen

template <size_t N>
void add(Rules& rules, const BytesView (&names)[N], const Rule& rule) {
  for (const BytesView name : names) rules.emplace(name, rule);
}

Rules all_rules() {
  using Kind = Rule::Kind;
  Rules rules;
  add(rules, kWithoutKeys, {Kind::kNone, {}});
  add(rules, kAllArguments, {Kind::kFixed, {1, -1, 1}});
  add(rules, kAllButLast, {Kind::kFixed, {1, -2, 1}});
  add(rules, kTwoKeys, {Kind::kFixed, {1, 2, 1}});
  add(rules, kEverySecond, {Kind::kFixed, {1, -1, 2}});
  add(rules, kAllButFirst, {Kind::kFixed, {2, -1, 1}});
  add(rules, kSecondArgument, {Kind::kFixed, {2, 2, 1}});
  add(rules, kCountedKeys, {Kind::kCounted, {}});
  add(rules, kTimedCountedKeys, {Kind::kTimedCounted, {}});
  add(rules, kCountedKeysAndTarget, {Kind::kCountedAndTarget, {1, 1, 1}});
  add(rules, kSortAlone, {Kind::kSort, {1, 1, 1}});
  add(rules, kBehindStreams, {Kind::kStreams, {}});
  add(rules, kStoreAmongOptions, {Kind::kStore, {1, 1, 1}});
  return rules;
}

Rule rule_of(BytesView command) {
  static const Rules kRules = all_rules();
  const auto found = kRules.find(command);
  if (found != kRules.end()) return found->second;
  if (command.starts_with("object|")) return {Rule::Kind::kFixed, {2, 2, 1}};
  return {};
}

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

// The source, and what follows the last STORE or STOREDIST: that is the key that is written. (Redis
// names the first of each.)
Indexes store_keys(size_t first_option, std::span<const Bytes> args) {
  Indexes indexes = {1};
  for (size_t i = first_option; i + 1 < args.size(); ++i) {
    const BytesView word = args[i].c_str();
    if (ascii_equal_ignoring_case(word, "count")) {
      ++i;
    } else if (ascii_equal_ignoring_case(word, "store") ||
               ascii_equal_ignoring_case(word, "storedist")) {
      indexes.resize(1);
      indexes.push_back(++i);
    }
  }
  return indexes;
}

bool is_streams(const Bytes& word) {
  return ascii_equal_ignoring_case(word.c_str(), "streams");
}

// The word STREAMS that the options of XREAD lead to; where they lead nowhere the first one.
size_t streams_index(std::span<const Bytes> args) {
  size_t i = 1;
  while (i < args.size() && !is_streams(args[i])) {
    const BytesView word = args[i].c_str();
    const bool is_number =
        ascii_equal_ignoring_case(word, "block") || ascii_equal_ignoring_case(word, "count");
    if (is_number) {
      i += 2;
    } else if (ascii_equal_ignoring_case(word, "group")) {
      i += 3;
    } else if (ascii_equal_ignoring_case(word, "noack")) {
      i += 1;
    } else {
      break;
    }
  }
  if (i < args.size() && is_streams(args[i])) return i;
  for (i = 1; i < args.size() && !is_streams(args[i]);) ++i;
  return i;
}

// What stands behind STREAMS: keys, then as many ids.
std::optional<Indexes> streams_keys(std::span<const Bytes> args) {
  const size_t streams = streams_index(args);
  if (streams + 2 >= args.size()) return std::nullopt;
  const size_t count = (args.size() - streams - 1) / 2;
  Indexes indexes;
  for (size_t i = 1; i <= count; ++i) indexes.push_back(streams + i);
  return indexes;
}

}  // namespace

KeyPositions key_positions(BytesView command) {
  return rule_of(command).positions;
}

bool has_keys(BytesView command) {
  return rule_of(command).kind != Rule::Kind::kNone;
}

std::optional<Indexes> key_indexes(BytesView command, std::span<const Bytes> args) {
  const auto [kind, positions] = rule_of(command);
  if (kind == Rule::Kind::kCounted) return counted_keys(1, args);
  if (kind == Rule::Kind::kTimedCounted) return counted_keys(2, args);
  if (kind == Rule::Kind::kCountedAndTarget) return counted_keys(2, args, true);
  if (kind == Rule::Kind::kStreams) return streams_keys(args);
  if (kind == Rule::Kind::kSort) return sort_keys(args);
  if (kind == Rule::Kind::kStore) return store_keys(command == "georadius" ? 6 : 5, args);
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
