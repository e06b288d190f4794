// Commands that whoever hosts the core adds to its table: what only a server can answer, as CLIENT,
// INFO or PUBLISH. To a session they are commands like any other: checked, queued by MULTI, run in
// their turn by EXEC. Those that touch keys have a handler and are run as the core's own.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "base/bytes.h"
#include "commands/host.h"
#include "commands/table/table.h"
#include "resp/reply.h"
#include "scripts/script_host.h"

namespace keemun::session {

class Extension {
 public:
  virtual ~Extension() = default;

  // The command that a request names, as commands::find_command(); null where it is none of these.
  virtual const commands::Command* find(std::span<const BytesView> args) = 0;

  // Everything that find() can give.
  virtual std::vector<const commands::Command*> all() const = 0;

  // What is said to others once all is committed that came before it.
  using Saying = std::function<void()>;
  // Runs what find() gave and has no handler, with a fitting number of arguments. May throw
  // CommandError. Behind changes that are not committed, of EXEC or of a script, `sayings` take
  // what it says to others; else they are null, and it says so itself.
  virtual resp::Reply run(const commands::Command& command, std::span<const BytesView> args,
                          commands::Connection& connection, std::vector<Saying>* sayings) = 0;

  // A request inside of EXEC or of a script, the host's own commands among them.
  struct Inner {
    const commands::Command& command;
    std::span<const BytesView> args;
    const commands::Connection& connection;
    bool is_of_script;
  };
  // It runs now; and it has run, with this answer. What throws in between has none.
  virtual void inner_begins(const Inner& inner) = 0;
  virtual void inner_ended(const Inner& inner, const resp::Reply& reply) = 0;
  // A script called what it may not, or what is no command (null).
  virtual void refused_to_script(const commands::Command* command, const resp::Reply& error) = 0;

  // What the user of a restricted connection may do. Why a request inside of EXEC or of a script
  // may not be run, if it may not; whether it might be; and whether keys that it does not name may
  // be read for it.
  virtual std::optional<Bytes> denial_of(const Inner& inner) = 0;
  virtual bool may_run(const Inner& inner) const = 0;
  virtual bool may_read_any_key(const Inner& inner) const = 0;

  // Of replies within EXEC nobody gets more than this: who is owed so much is closed for it.
  virtual std::optional<size_t> reply_bytes_max(const commands::Connection& connection) const = 0;

  // Whether there is less memory than commands need that take more of it.
  virtual bool lacks_memory() const = 0;
  // Why the store takes no more of what such commands write, if so.
  virtual std::optional<Bytes> lack_of_space() = 0;
  // Why it takes no write at all, if so.
  virtual std::optional<Bytes> refusal_of_writes() = 0;

  // What runs: a script, or a function of this name.
  struct RunningScript {
    BytesView function;  // empty: it is a script
    std::span<const BytesView> words;
  };
  // Asked now and then while it runs, until it says yes: whether it has to end.
  virtual bool must_end_script(const RunningScript& running) = 0;
  // The same while a request loads a library; it may load several.
  virtual void loading_begins() = 0;
  virtual bool must_end_loading() = 0;
  virtual void log_of_script(scripts::LogLevel level, BytesView line) = 0;
};

}  // namespace keemun::session
