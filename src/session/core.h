// What all sessions of one process share: the doors, the databases, and the little that is kept in
// memory beside the store (watched keys, cursors, the issuer of versions).
//
// Outlives its sessions. Belongs to whoever hosts it; not synchronized.
#pragma once

#include <cstddef>
#include <vector>

#include "commands/cursor_table.h"
#include "format/key_layout.h"
#include "keyspace/encoding_choice.h"
#include "ports/clock.h"
#include "ports/kv_store.h"
#include "ports/random.h"
#include "session/version_desk.h"
#include "session/watch_table.h"

namespace keemun::session {

struct CoreSettings {
  std::vector<format::KeyLayout> databases;  // one namespace a database, prefix-free
  keyspace::EncodingChoice encodings;
  format::IssuerNumber issuer{0};
};

class Core {
 public:
  Core(ports::KvStore& store, ports::Clock& clock, ports::Random& random, CoreSettings settings);

  ports::KvStore& store;
  ports::Clock& clock;
  ports::Random& random;
  const ports::Capabilities capabilities;
  const CoreSettings settings;

  // Which namespace each database number stands for; SWAPDB changes it.
  std::vector<size_t> database_order;
  VersionDesk versions;
  WatchTable watches;
  commands::CursorTable cursors;
};

}  // namespace keemun::session
