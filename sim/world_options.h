// The world a plan is played in, as the plan's header says it: "class memory", "layout slot",
// "hash 1", "databases 16". What the header leaves out has its default.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>

#include "base/bytes.h"
#include "format/key_layout.h"
#include "inexact/inexact.h"
#include "keyspace/encoding_choice.h"

namespace keemun::sim {

struct WorldOptions {
  format::LayoutKind layout = format::LayoutKind::kPlain;
  keyspace::EncodingChoice encodings;
  size_t database_count = 16;

  // The Redis for copies: none; one that works; one that forgets and goes back in time by itself;
  // one that does that and fails besides.
  enum class CopyRedis : uint8_t { kOff, kOn, kEvicting, kFailing };
  CopyRedis copy_redis = CopyRedis::kOff;
  bool has_local_cache = false;
  bool has_meta_copies = false;  // where there is a Redis for them
  bool has_collector = false;    // of garbage

  // Throws CommandError for an option or a value that it does not know.
  static WorldOptions parse(const std::map<Bytes, Bytes>& options);

  inexact::Blindness blindness() const;
};

}  // namespace keemun::sim
