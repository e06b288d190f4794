// Whoever runs a script: what the script may ask of it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "base/bytes.h"
#include "resp/reply.h"

namespace keemun::scripts {

enum class LogLevel : uint8_t { kDebug, kVerbose, kNotice, kWarning };

class ScriptHost {
 public:
  virtual ~ScriptHost() = default;

  // A command of the script, at least one word; what went wrong with it is an error reply. Whatever
  // this throws ends the script, and comes out of Interpreter::run().
  virtual resp::Reply call(std::span<const BytesView> words, bool wants_resp3) = 0;

  // Whether the user that the script runs for may call this; none where there is no such command.
  virtual std::optional<bool> may_call(std::span<const BytesView> words) = 0;

  virtual void log(LogLevel level, BytesView line) = 0;

  // Asked now and then while the script runs: whether it has to end.
  virtual bool must_end() = 0;
};

}  // namespace keemun::scripts
