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
#include "commands/function/functions.h"
#include "commands/table/command_names.h"
#include "keyspace/keyspace.h"

namespace keemun::commands {

struct Call;
struct Command;

// The side of a connection that commands see and change.
struct Connection {
  size_t database = 0;
  int protocol = 2;
  uint64_t id = 0;  // what its host knows it by; nothing in the core looks at it
  // Its user may not do everything: the host is asked before anything runs for it.
  bool is_restricted = false;
  // Its request has waited and is run again for one key. One of another type has nothing for it,
  // and a group that has gone is told in other words.
  bool is_woken = false;
  bool is_of_script = false;  // of the commands that a script calls
};

// What a request waits for that found nothing to pop.
struct Wait {
  std::span<const BytesView> keys;  // until one of them has something
  int64_t timeout_ms = 0;           // 0: for ever
  // The request as it reads for one key alone, and which of the words is that key.
  std::vector<BytesView> words;
  size_t key_place = 0;
  // Where more of it hangs on the key: another word for each of the keys, and its place.
  std::vector<Bytes> words_by_key = {};
  size_t word_place = 0;
  // Of one who reads for a group of consumers: what is not there for him is there for none of it.
  std::optional<Bytes> readers = {};
};

class Host {
 public:
  virtual ~Host() = default;

  virtual size_t database_count() const = 0;
  virtual keyspace::Keyspace& database(size_t index) = 0;
  virtual void swap_databases(size_t first, size_t second) = 0;
  virtual int64_t count_keys(size_t database) = 0;
  // The clock, which goes on while keys().now_ms() stands still.
  virtual int64_t clock_ms() = 0;

  // What Redis' signalModifiedKey and notifyKeyspaceEvent are told: WATCH fails, clients wake that
  // wait for a key which was not there, or for entries. `event` is the name that keyspace
  // notifications give it: "hset", "del"; a constant, and empty where they are told nothing.
  virtual void changed(size_t database, BytesView key, BytesView event) = 0;
  // The key has been made, if it is new, and nothing else of it counts as a change.
  virtual void added(size_t database, BytesView key) = 0;
  // The notification alone: what Redis does not count as a change of the key, for WATCH and for who
  // keeps what it read. It wakes nobody, but for those who wait for a group that ends.
  virtual void happened(size_t database, BytesView key, BytesView event) = 0;
  // Before all keys of a database go: each that is there counts as changed.
  virtual void flushing(size_t database) = 0;

  // There is nothing to pop: the request had better be run again, for each key that changes alone.
  // Who cannot wait does not, and what the handler answers is the answer.
  virtual void wait_for(const Wait& wait) = 0;

  // Where a command does much without reading: others may come in between, as at a reading.
  virtual void let_others_go() = 0;

  // The rows of commands that the host answers itself, subcommands among them.
  virtual std::vector<const Command*> added_commands() const = 0;
  virtual const CommandNames& command_names() const = 0;

  // Whether the connection's user may read keys that the request does not name.
  virtual bool may_read_any_key(const Call& call) const = 0;

  // Any 64 bits, for what a command leaves to chance.
  virtual uint64_t draw() = 0;
  virtual CursorTable& cursors() = 0;

  // For commands that have kFunctions, or that change nothing of them.
  virtual Functions& functions() = 0;
};

}  // namespace keemun::commands
