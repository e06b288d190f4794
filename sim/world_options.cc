#include "sim/world_options.h"

#include <optional>

#include "base/command_error.h"
#include "base/number_text.h"

namespace keemun::sim {

using format::Encoding;
using format::KeyType;

namespace {

constexpr int64_t kDatabasesMax = 64;

Encoding parse_encoding(KeyType type, const Bytes& version) {
  const auto number = parse_uint64(version);
  const auto encoding = number && *number <= 255
                            ? format::encoding_of(type, static_cast<uint8_t>(*number))
                            : std::nullopt;
  if (!encoding) throw CommandError("ERR no such encode version: " + version);
  return *encoding;
}

format::LayoutKind parse_layout(const Bytes& name) {
  if (name == "plain") return format::LayoutKind::kPlain;
  if (name == "md5") return format::LayoutKind::kMd5;
  if (name == "slot") return format::LayoutKind::kSlot;
  throw CommandError("ERR no such layout: " + name);
}

WorldOptions::CopyRedis parse_copy_redis(const Bytes& name) {
  if (name == "off") return WorldOptions::CopyRedis::kOff;
  if (name == "on") return WorldOptions::CopyRedis::kOn;
  if (name == "evicting") return WorldOptions::CopyRedis::kEvicting;
  if (name == "failing") return WorldOptions::CopyRedis::kFailing;
  throw CommandError("ERR no such cache: " + name);
}

bool parse_switch(const Bytes& name) {
  if (name == "on" || name == "off") return name == "on";
  throw CommandError("ERR neither on nor off: " + name);
}

}  // namespace

WorldOptions WorldOptions::parse(const std::map<Bytes, Bytes>& options) {
  WorldOptions world;
  for (const auto& [name, value] : options) {
    if (name == "class") {
      if (value != "memory") throw CommandError("ERR no such class of worlds: " + value);
    } else if (name == "layout") {
      world.layout = parse_layout(value);
    } else if (name == "hash") {
      world.encodings.hash = parse_encoding(KeyType::kHash, value);
    } else if (name == "set") {
      world.encodings.set = parse_encoding(KeyType::kSet, value);
    } else if (name == "zset") {
      world.encodings.zset = parse_encoding(KeyType::kZSet, value);
    } else if (name == "cache") {
      world.copy_redis = parse_copy_redis(value);
    } else if (name == "local-cache") {
      world.has_local_cache = parse_switch(value);
    } else if (name == "meta-cache") {
      world.has_meta_copies = parse_switch(value);
    } else if (name == "gc") {
      world.has_collector = parse_switch(value);
    } else if (name == "databases") {
      const auto count = parse_int64(value);
      if (!count || *count < 1 || *count > kDatabasesMax) {
        throw CommandError("ERR databases must be 1 to 64");
      }
      world.database_count = static_cast<size_t>(*count);
    } else {
      throw CommandError("ERR no such option of the world: " + name);
    }
  }
  return world;
}

inexact::Blindness WorldOptions::blindness() const {
  return {.of_hashes = encodings.hash == Encoding::kHashBlind ||
                       encodings.hash == Encoding::kHashBlindCached,
          .of_sets =
              encodings.set == Encoding::kSetBlind || encodings.set == Encoding::kSetBlindCached};
}

}  // namespace keemun::sim
