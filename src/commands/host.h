// What a command may ask of whoever runs it, beside the keys of its own database. Lives as long as
// the command.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/bytes.h"
#include "commands/cursor_table.h"
#include "keyspace/keyspace.h"

namespace keemun::commands {

struct Command;

// The side of a connection that commands see and change.
struct Connection {
  size_t database = 0;
  int protocol = 2;
  uint64_t id = 0;  // what its host knows it by; nothing in the core looks at it
  // Its request has waited and is run again, since this key has changed: to it, all other keys have
  // nothing, and neither has this one where it is of another type.
  std::optional<BytesView> woken_by = std::nullopt;
};

class Host {
 public:
  virtual ~Host() = default;

  virtual size_t database_count() const = 0;
  virtual keyspace::Keyspace& database(size_t index) = 0;
  virtual void swap_databases(size_t first, size_t second) = 0;
  virtual int64_t count_keys(size_t database) = 0;

  // What Redis' signalModifiedKey and notifyKeyspaceEvent are told: WATCH fails, waiting clients
  // wake. `event` is the name that keyspace notifications give it: "hset", "del"; a constant.
  virtual void changed(size_t database, BytesView key, BytesView event) = 0;
  // Before all keys of a database go: each that is there counts as changed.
  virtual void flushing(size_t database) = 0;

  // There is nothing to pop from these keys: the request had better be run again when one of them
  // changes, for so long (0: for ever). Who cannot wait does not, and what the handler answers is
  // the answer.
  virtual void wait_for(std::span<const BytesView> keys, int64_t timeout_ms) = 0;

  // The rows of commands that the host answers itself, subcommands among them.
  virtual std::vector<const Command*> added_commands() const = 0;

  // Any 64 bits, for what a command leaves to chance.
  virtual uint64_t draw() = 0;
  virtual CursorTable& cursors() = 0;
};

}  // namespace keemun::commands
