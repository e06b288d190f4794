#include "sim/world_options.h"

#include <optional>

#include "base/command_error.h"
#include "base/number_text.h"

namespace keemun::sim {

using format::Encoding;
using format::KeyType;

namespace {

constexpr int64_t kDatabasesMax = 64;
constexpr int64_t kProcessesMax = 4;
constexpr int64_t kSecretsMax = 1000;
constexpr int64_t kStretchOperationsMax = 1000;

// Small, so that plans reach what lies behind.
constexpr size_t kLocalCacheBytes = 8 << 10;
constexpr size_t kCopiedElementsMax = 12;
constexpr size_t kRowsErasedMax = 3;

Encoding parse_encoding(KeyType type, const Bytes& version) {
  const auto number = parse_uint64(version);
  const auto encoding = number && *number <= 255
                            ? format::encoding_of(type, static_cast<uint8_t>(*number))
                            : std::nullopt;
  if (!encoding) throw CommandError("ERR no such encode version: " + version);
  return *encoding;
}

format::LayoutKind parse_layout(const Bytes& name) {
  if (const auto kind = format::layout_named(name)) return *kind;
  throw CommandError("ERR no such layout: " + name);
}

WorldOptions::CopyRedis parse_copy_redis(const Bytes& name) {
  if (name == "off") return WorldOptions::CopyRedis::kOff;
  if (name == "on") return WorldOptions::CopyRedis::kOn;
  if (name == "evicting") return WorldOptions::CopyRedis::kEvicting;
  if (name == "failing") return WorldOptions::CopyRedis::kFailing;
  throw CommandError("ERR no such cache: " + name);
}

WorldOptions::Collector parse_collector(const Bytes& name) {
  if (name == "off") return WorldOptions::Collector::kOff;
  if (name == "seldom") return WorldOptions::Collector::kSeldom;
  if (name == "on") return WorldOptions::Collector::kOn;
  throw CommandError("ERR no such collector: " + name);
}

WorldOptions::Schedule parse_schedule(const Bytes& name) {
  if (name == "inline") return WorldOptions::Schedule::kInline;
  if (name == "fifo") return WorldOptions::Schedule::kFifo;
  if (name == "uniform") return WorldOptions::Schedule::kUniform;
  if (name == "pct") return WorldOptions::Schedule::kPct;
  if (name == "script") return WorldOptions::Schedule::kScript;
  throw CommandError("ERR no such schedule: " + name);
}

WorldOptions::Family parse_family(const Bytes& name) {
  if (name == "camellia") return WorldOptions::Family::kCamellia;
  if (name == "ardb") return WorldOptions::Family::kArdb;
  if (name == "mixed") return WorldOptions::Family::kMixed;
  throw CommandError("ERR no such family of encodings: " + name);
}

std::vector<size_t> parse_script(const Bytes& digits) {
  std::vector<size_t> script;
  for (const char digit : digits) {
    if (digit < '0' || digit > '9') throw CommandError("ERR not a digit in a script: " + digits);
    script.push_back(static_cast<size_t>(digit - '0'));
  }
  return script;
}

size_t parse_count(const Bytes& name, const Bytes& text, int64_t count_max) {
  const auto count = parse_int64(text);
  if (!count || *count < 1 || *count > count_max) {
    throw CommandError("ERR " + name + " must be 1 to " + std::to_string(count_max));
  }
  return static_cast<size_t>(*count);
}

bool parse_switch(const Bytes& name) {
  if (name == "on" || name == "off") return name == "on";
  throw CommandError("ERR neither on nor off: " + name);
}

// What several processes can share a store for.
void check_shared(const WorldOptions& world) {
  if (!world.profile.capabilities.conditional_batch) {
    throw CommandError("ERR processes share a store that takes batches with expectations");
  }
  if (world.schedule == WorldOptions::Schedule::kInline) {
    throw CommandError("ERR an inline world has one process");
  }
  // Nobody has told the processes of an index in Redis that it has changed hands.
  if (world.encodings.zset == Encoding::kZSetRedisStored) {
    throw CommandError("ERR a stored index belongs to one process");
  }
}

// What databases of the ardb family ask of the world, and what there is without them.
void fit_ardb(WorldOptions& world) {
  if (!world.has_range_erase) world.profile.capabilities.cheap_range_erase = false;
  world.encodings.ardb_rows_erased_max = kRowsErasedMax;
  if (world.family == WorldOptions::Family::kCamellia) {
    world.encodings.ardb_fast = false;
    return;
  }
  if (!world.profile.capabilities.atomic_batch) {
    throw CommandError("ERR the ardb family needs a store whose batches are atomic");
  }
  if (world.family == WorldOptions::Family::kArdb) {
    world.encodings = {.ardb_fast = world.encodings.ardb_fast,
                       .ardb_rows_erased_max = kRowsErasedMax};
  }
}

// What may go wrong with a Redis.
std::vector<plan::Fault> redis_faults(const WorldOptions& world) {
  using plan::Fault;
  using CopyRedis = WorldOptions::CopyRedis;
  std::vector<Fault> faults;
  if (world.copy_redis >= CopyRedis::kEvicting) {
    faults = {Fault::kRedisEvict, Fault::kRedisFlush, Fault::kRedisRemember, Fault::kRedisFailOver};
  }
  if (world.copy_redis >= CopyRedis::kFailing) {
    faults.insert(faults.end(), {Fault::kRedisNotSent, Fault::kRedisRefused, Fault::kRedisLost,
                                 Fault::kRedisAnswerLost, Fault::kRedisLate, Fault::kRedisBroken});
  }
  if (world.has_stored_indexes()) {
    faults.insert(faults.end(), {Fault::kIndexNotSent, Fault::kIndexRefused, Fault::kIndexLost,
                                 Fault::kIndexAnswerLost, Fault::kIndexLate, Fault::kIndexBroken});
  }
  return faults;
}

// Equally long, so that none begins another.
Bytes namespace_name(size_t database) {
  return {'d', 'b', static_cast<char>('0' + database / 10), static_cast<char>('0' + database % 10)};
}

}  // namespace

WorldOptions WorldOptions::parse(const std::map<Bytes, Bytes>& options) {
  WorldOptions world;
  for (const auto& [name, value] : options) {
    if (name == "class") {
      const auto profile = KvProfile::named(value);
      if (!profile) throw CommandError("ERR no such class of worlds: " + value);
      world.profile = *profile;
    } else if (name == "schedule") {
      world.schedule = parse_schedule(value);
    } else if (name == "script") {
      world.script = parse_script(value);
    } else if (name == "layout") {
      world.layout = parse_layout(value);
    } else if (name == "family") {
      world.family = parse_family(value);
    } else if (name == "ardb-fast") {
      world.encodings.ardb_fast = parse_switch(value);
    } else if (name == "range-erase") {
      world.has_range_erase = parse_switch(value);
    } else if (name == "hash") {
      world.encodings.hash = parse_encoding(KeyType::kHash, value);
    } else if (name == "set") {
      world.encodings.set = parse_encoding(KeyType::kSet, value);
    } else if (name == "zset") {
      world.encodings.zset = parse_encoding(KeyType::kZSet, value);
    } else if (name == "expiry-index") {
      world.encodings.has_expiry_index = parse_switch(value);
    } else if (name == "cache") {
      world.copy_redis = parse_copy_redis(value);
    } else if (name == "local-cache") {
      world.has_local_cache = parse_switch(value);
    } else if (name == "meta-cache") {
      world.has_meta_copies = parse_switch(value);
    } else if (name == "gc") {
      world.collector = parse_collector(value);
    } else if (name == "databases") {
      world.database_count = parse_count(name, value, kDatabasesMax);
    } else if (name == "table-secret") {
      world.table_secret = parse_count(name, value, kSecretsMax);
    } else if (name == "processes") {
      world.process_count = parse_count(name, value, kProcessesMax);
    } else if (name == "stretch") {
      world.stretch_operations = parse_count(name, value, kStretchOperationsMax);
    } else if (name == "canary") {
      world.has_canary = parse_switch(value);
    } else {
      throw CommandError("ERR no such option of the world: " + name);
    }
  }
  if (world.process_count > 1) check_shared(world);
  fit_ardb(world);
  return world;
}

format::EncodingFamily WorldOptions::family_of(size_t database) const {
  const bool is_ardb = family == Family::kArdb || (family == Family::kMixed && database % 2 == 1);
  return is_ardb ? format::EncodingFamily::kArdb : format::EncodingFamily::kCamellia;
}

std::vector<plan::Fault> WorldOptions::faults() const {
  using plan::Fault;
  if (schedule == Schedule::kInline) return {};
  std::vector<Fault> faults = profile.faults;
  if (process_count > 1) {
    faults.insert(faults.end(), {Fault::kStall, Fault::kShareLeft});
  } else if (!faults.empty()) {
    faults.push_back(Fault::kCrashAtWrite);
  }
  const std::vector<Fault> of_redis = redis_faults(*this);
  faults.insert(faults.end(), of_redis.begin(), of_redis.end());
  return faults;
}

inexact::Blindness WorldOptions::blindness() const {
  return {.of_hashes = encodings.hash == Encoding::kHashBlind ||
                       encodings.hash == Encoding::kHashBlindCached || encodings.ardb_fast,
          .of_sets = encodings.set == Encoding::kSetBlind ||
                     encodings.set == Encoding::kSetBlindCached || encodings.ardb_fast};
}

bool WorldOptions::collector_works(plan::Draw& draw) const {
  constexpr size_t kSeldomPercent = 25;
  return collector == Collector::kOn ||
         (collector == Collector::kSeldom && draw.percent(kSeldomPercent));
}

bool WorldOptions::takes_names() const {
  return family == Family::kArdb || (family == Family::kMixed && database_count > 1);
}

session::CoreSettings core_settings(const WorldOptions& options) {
  session::CoreSettings settings;
  settings.encodings = options.encodings;
  if (options.table_secret != 0) settings.table_hash = TableHash(options.table_secret);
  settings.caches.local_bytes = options.has_local_cache ? kLocalCacheBytes : 0;
  settings.caches.copies_metas = options.has_meta_copies;
  settings.caches.elements_max = kCopiedElementsMax;
  settings.caches.rest_ms = 0;
  settings.interpreters = options.interpreters;
  for (size_t i = 0; i < options.database_count; ++i) {
    settings.databases.emplace_back(options.layout, namespace_name(i));
    settings.families.push_back(options.family_of(i));
  }
  return settings;
}

ArdbRules ardb_rules(const WorldOptions& options) {
  return {.has_blind_keys = options.encodings.ardb_fast,
          .has_tombstones = !options.profile.capabilities.cheap_range_erase};
}

model::Options model_options(const WorldOptions& options) {
  model::Options result;
  result.database_count = options.database_count;
  result.blind_commands = inexact::blind_commands(options.blindness());
  result.has_names = options.takes_names();
  for (size_t i = 0; i < options.database_count; ++i) {
    result.names_taken.push_back(namespace_name(i));
  }
  return result;
}

}  // namespace keemun::sim
