// One command being run: its words, its connection, its keys. What every handler is given.
//
// A handler is short and straight: parse, open, act, reply. It reads all of its arguments before it
// changes anything, so that a bad one leaves no trace.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/ascii.h"
#include "base/bytes.h"
#include "base/command_error.h"
#include "commands/host.h"
#include "commands/table/table.h"
#include "keyspace/keyspace.h"
#include "resp/reply.h"

namespace keemun::commands {

using keyspace::Create;
using resp::Reply;

struct Call {
  const Command& command;
  std::span<const BytesView> args;  // args[0] is the name as it was sent
  Connection& connection;
  Host& host;

  size_t size() const { return args.size(); }
  BytesView arg(size_t index) const { return args[index]; }
  // The word at `index`, compared as Redis does: without case, up to a NUL; `word` is lower case.
  bool is_word(size_t index, BytesView word) const { return is_same_word(args[index], word); }

  keyspace::Keyspace& keys() const { return host.database(connection.database); }
  // After every change of a key, and after every command that Redis counts as one.
  void changed(BytesView key, BytesView event) const {
    host.changed(connection.database, key, event);
  }
  void added(BytesView key) const { host.added(connection.database, key); }
  void happened(BytesView key, BytesView event) const {
    host.happened(connection.database, key, event);
  }

  int64_t integer(size_t index) const;  // or "ERR value is not an integer or out of range"
  double number(size_t index) const;    // or "ERR value is not a valid float"
};

// Inline, for a frame between a throw and its catch is looked for twice, and refusals are frequent.
[[noreturn, gnu::always_inline]] inline void throw_error(BytesView text) {
  throw CommandError(Bytes(text));
}
[[noreturn, gnu::always_inline]] inline void throw_syntax_error() {
  throw CommandError("ERR syntax error");
}
[[noreturn, gnu::always_inline]] inline void throw_not_an_integer() {
  throw CommandError("ERR value is not an integer or out of range");
}
[[noreturn]] void throw_wrong_arity(const Command& command);

}  // namespace keemun::commands
