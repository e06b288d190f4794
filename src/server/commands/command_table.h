// The commands that a server answers itself, beside the core's: the second table. A row is as in
// the first one, with a handler that is given the server's state and the client that asks.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "base/ascii.h"
#include "base/bytes.h"
#include "commands/table/table.h"
#include "resp/reply.h"
#include "server/client.h"
#include "server/state.h"
#include "session/extension.h"

namespace keemun::server {

using resp::Reply;

struct ServerCall {
  State& state;
  Client& client;
  const commands::Command& command;
  std::span<const BytesView> args;
  // Take what is said to others behind changes that are not committed; else null.
  std::vector<session::Extension::Saying>* sayings = nullptr;

  size_t size() const { return args.size(); }
  BytesView arg(size_t index) const { return args[index]; }
  bool is_word(size_t index, BytesView word) const {
    return ascii_equal_ignoring_case(args[index], word);
  }
  int64_t integer(size_t index) const;  // or "ERR value is not an integer or out of range"

  // Of a command that the container has, but not with these words.
  [[noreturn]] void throw_subcommand_syntax(BytesView container) const;
};

// Answers by return, or ends with CommandError. None: it has said to the client what there is to
// say.
using ServerHandler = std::optional<Reply> (*)(ServerCall&);

struct ServerCommand {
  commands::Command row;            // whose own handler runs what touches keys
  ServerHandler handler = nullptr;  // of everything else
  // Run at once, past the session: what concerns the connection itself and not the keys. Where such
  // a row has kNoMulti or kRefusedInMulti the session refuses it inside MULTI.
  bool is_direct = false;
};

std::span<const ServerCommand> all_server_commands();
// As commands::find_command().
const ServerCommand* find_server_command(std::span<const BytesView> args);
// That of which this is the row; null for a row of the core's.
const ServerCommand* server_command_of(const commands::Command& row);

}  // namespace keemun::server
