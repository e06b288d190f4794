#include "commands/key/key_object_commands.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "base/number_text.h"
#include "commands/help_reply.h"

namespace keemun::commands {

namespace {

// Redis' defaults: *-max-listpack-entries and -value, set-max-intset-entries, the longest embstr.
constexpr size_t kListpackElementsMax = 128;
constexpr size_t kListpackBytesMax = 64;
constexpr size_t kIntsetElementsMax = 512;
constexpr size_t kEmbeddedBytesMax = 44;

bool is_short(BytesView bytes) {
  return bytes.size() <= kListpackBytesMax;
}

BytesView string_encoding(BytesView value) {
  if (parse_int64(value)) return "int";
  return value.size() <= kEmbeddedBytesMax ? "embstr" : "raw";
}

BytesView hash_encoding(types::HashStore& hash) {
  const auto fields = hash.scan(std::nullopt, kListpackElementsMax + 1);
  const bool are_short = std::all_of(fields.begin(), fields.end(), [](const auto& field) {
    return is_short(field.field) && is_short(field.value);
  });
  return fields.size() <= kListpackElementsMax && are_short ? "listpack" : "hashtable";
}

BytesView set_encoding(types::SetStore& set) {
  const auto members = set.scan(std::nullopt, kIntsetElementsMax + 1);
  const bool are_integers = std::all_of(members.begin(), members.end(), [](const Bytes& member) {
    return parse_int64(member).has_value();
  });
  return members.size() <= kIntsetElementsMax && are_integers ? "intset" : "hashtable";
}

BytesView zset_encoding(types::ZSetStore& zset) {
  const auto members = zset.scan(std::nullopt, kListpackElementsMax + 1);
  const bool are_short = std::all_of(members.begin(), members.end(),
                                     [](const auto& member) { return is_short(member.member); });
  return members.size() <= kListpackElementsMax && are_short ? "listpack" : "skiplist";
}

BytesView encoding_of(keyspace::Keyspace& keys, BytesView key, types::KeyType type) {
  switch (type) {
    case types::KeyType::kString:
      return string_encoding(keys.string(key, Create::kNo)->value());
    case types::KeyType::kHash:
      return hash_encoding(*keys.hash(key, Create::kNo));
    case types::KeyType::kSet:
      return set_encoding(*keys.set(key, Create::kNo));
    case types::KeyType::kZSet:
      return zset_encoding(*keys.zset(key, Create::kNo));
    case types::KeyType::kList:
      return "quicklist";
    case types::KeyType::kStream:
      return "stream";
  }
  return "";
}

// Nobody is told that such a key is missed.
std::optional<keyspace::KeyInfo> find_untold(const Call& call) {
  call.keys().keep_misses(false);
  return call.keys().find(call.arg(2));
}

}  // namespace

// OBJECT subcommand ...
Reply object(Call& call) {
  throw_wrong_arity(call.command);
}

// OBJECT ENCODING key
Reply object_encoding(Call& call) {
  const auto info = find_untold(call);
  if (!info) return Reply::null();
  return Reply::bulk(Bytes(encoding_of(call.keys(), call.arg(2), info->type)));
}

// OBJECT FREQ key
Reply object_freq(Call& call) {
  if (!find_untold(call)) return Reply::null();
  throw_error(
      "ERR An LFU maxmemory policy is not selected, access frequency not tracked. Please note that "
      "when switching between policies at runtime LRU and LFU data will take some time to adjust.");
}

// OBJECT IDLETIME key: nobody keeps it
Reply object_idletime(Call& call) {
  return find_untold(call) ? Reply::integer(0) : Reply::null();
}

// OBJECT REFCOUNT key: Redis shares small integers, and says so by a number that no count reaches
Reply object_refcount(Call& call) {
  constexpr int64_t kSharedMax = 9999;
  constexpr int64_t kSharedCount = std::numeric_limits<int32_t>::max();
  const auto info = find_untold(call);
  if (!info) return Reply::null();
  if (info->type != types::KeyType::kString) return Reply::integer(1);
  const auto number = parse_int64(call.keys().string(call.arg(2), Create::kNo)->value());
  return Reply::integer(number && *number >= 0 && *number <= kSharedMax ? kSharedCount : 1);
}

// OBJECT HELP
Reply object_help(Call&) {
  const std::vector<BytesView> lines = {
      "ENCODING <key>",
      "    Return the kind of internal representation used in order to store the value",
      "    associated with a <key>.",
      "FREQ <key>",
      "    Return the access frequency index of the <key>. The returned integer is",
      "    proportional to the logarithm of the recent access frequency of the key.",
      "IDLETIME <key>",
      "    Return the idle time of the <key>, that is the approximated number of",
      "    seconds elapsed since the last access to the key.",
      "REFCOUNT <key>",
      "    Return the number of references of the value associated with the specified",
      "    <key>.",
  };
  return help_reply("object", lines);
}

}  // namespace keemun::commands
