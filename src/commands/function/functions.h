// The libraries of functions, as commands see and change them. Whoever runs a command gives it one,
// which sees its own changes; they hold once the command is committed.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/bytes.h"

namespace keemun::commands {

struct FunctionSummary {
  Bytes name;
  std::optional<Bytes> description;
  std::vector<BytesView> flags;
};

struct LibrarySummary {
  Bytes name;
  Bytes code;  // empty where it does not decode
  std::vector<FunctionSummary> functions;
};

class Functions {
 public:
  virtual ~Functions() = default;

  // By name.
  virtual std::vector<LibrarySummary> libraries() = 0;

  // These throw CommandError, and change nothing then. load() answers the name of the library.
  virtual Bytes load(BytesView code, bool replaces) = 0;
  virtual void erase(BytesView name) = 0;
  virtual void clear() = 0;
  enum class Policy : uint8_t { kFlush, kAppend, kReplace };
  virtual void restore(std::span<const Bytes> codes, Policy policy) = 0;
};

}  // namespace keemun::commands
