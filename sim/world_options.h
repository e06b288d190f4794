// The world a plan is played in, as the plan's header says it: "class memory", "layout slot",
// "hash 1", "databases 16". What the header leaves out has its default.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "audit/ardb_audit.h"
#include "base/bytes.h"
#include "format/key_layout.h"
#include "format/store_records.h"
#include "inexact/inexact.h"
#include "keyspace/encoding_choice.h"
#include "model/model.h"
#include "plan/draw.h"
#include "plan/plan.h"
#include "scripts/interpreters.h"
#include "session/core.h"
#include "sim/kv_profile.h"

namespace keemun::sim {

struct WorldOptions {
  // Who goes on where somebody could wait: nobody, one command after another; or as
  // SeededScheduler says.
  enum class Schedule : uint8_t { kInline, kFifo, kUniform, kPct, kScript };
  Schedule schedule = Schedule::kInline;
  std::vector<size_t> script;               // "script": choices, a digit each
  KvProfile profile = KvProfile::memory();  // "class"
  format::LayoutKind layout = format::LayoutKind::kPlain;
  // Of the databases: all of one, or of both by turns.
  enum class Family : uint8_t { kCamellia, kArdb, kMixed };
  Family family = Family::kCamellia;
  keyspace::EncodingChoice encodings;  // of families that the world has
  size_t database_count = 16;
  uint64_t table_secret = 0;  // "table-secret": whatever it is, nobody may notice
  size_t process_count = 1;   // "processes": that share the store
  // "stretch": after so many operations everybody comes to rest, and it is seen whether all fits.
  size_t stretch_operations = 48;

  // The Redis for copies: none; one that works; one that forgets and goes back in time by itself;
  // one that does that and fails besides.
  enum class CopyRedis : uint8_t { kOff, kOn, kEvicting, kFailing };
  CopyRedis copy_redis = CopyRedis::kOff;
  bool has_local_cache = false;
  bool has_meta_copies = false;  // where there is a Redis for them
  // Of garbage: none, one that works at one event in four, one that may work at every event.
  enum class Collector : uint8_t { kOff, kSeldom, kOn };
  Collector collector = Collector::kOff;  // "gc"
  // Of all processes of the world, whose scripts leave nothing in them.
  std::shared_ptr<scripts::Interpreters> interpreters = std::make_shared<scripts::Interpreters>();
  bool has_range_erase = true;  // cheap ones, where the class of the store has them
  bool has_canary = false;      // a law is broken by order, so that one hears the alarm ring

  // Throws CommandError for an option or a value that it does not know, and for those that do not
  // go together.
  static WorldOptions parse(const std::map<Bytes, Bytes>& options);

  bool takes_names() const;  // of databases
  bool has_collector() const { return collector != Collector::kOff; }
  // Whether it may work at the event whose draw this is.
  bool collector_works(plan::Draw& draw) const;
  format::EncodingFamily family_of(size_t database) const;
  bool has_stored_indexes() const { return encodings.zset == format::Encoding::kZSetRedisStored; }
  // What a system in such a world must survive; nothing where nobody waits.
  std::vector<plan::Fault> faults() const;
  inexact::Blindness blindness() const;
};

// What the core and the oracle of such a world are given.
session::CoreSettings core_settings(const WorldOptions& options);
model::Options model_options(const WorldOptions& options);
ArdbRules ardb_rules(const WorldOptions& options);

}  // namespace keemun::sim
