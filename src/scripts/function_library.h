// A library of functions: its text has run once, and what it made then its functions share for as
// long as it lives. It has an interpreter of its own, so nothing of it reaches another library.
//
// While it is loaded it sees redis.register_function(), redis.log() and constants of `redis`, and
// nothing else. Its functions see what scripts see.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/bytes.h"
#include "resp/reply.h"
#include "scripts/guarded_call.h"
#include "scripts/interpreter.h"
#include "scripts/registrations.h"
#include "scripts/script_chance.h"
#include "scripts/script_host.h"
#include "scripts/script_memory.h"

namespace keemun::scripts {

// What the first line of a library says: "#!lua name=mylibrary".
struct LibraryText {
  Bytes name;
  Bytes engine;
  BytesView body;  // behind that line, with its line end: lines keep their numbers
};

// Throws CommandError where that is no library.
LibraryText read_library_text(BytesView code);

class FunctionLibrary {
 public:
  // Runs the text, whose views may go then. Throws CommandError where it is no library; the host is
  // asked whether it has taken too long.
  FunctionLibrary(BytesView code, ScriptHost& host, size_t bytes_max = Interpreter::kBytesMax);

  const Bytes& name() const { return name_; }
  const Bytes& code() const { return code_; }
  std::span<const Function> functions() const { return functions_; }
  // What its interpreter holds.
  size_t interpreter_bytes() const { return memory_.used(); }

  struct Request {
    const Function& function;
    std::span<const BytesView> keys;
    std::span<const BytesView> arguments;
  };
  // Of one of its functions. Answers what that returns or what it failed of. Throws what its host
  // throws.
  resp::Reply call(const Request& call, ScriptHost& host, ScriptChance& chance);

 private:
  void load(BytesView body, ScriptHost& host);

  Bytes name_;
  Bytes code_;
  ScriptMemory memory_;  // outlives what it is for
  OwnedState lua_;
  std::vector<Function> functions_;
};

}  // namespace keemun::scripts
