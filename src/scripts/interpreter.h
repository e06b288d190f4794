// One Lua interpreter, which runs one script at a time. Scripts share nothing but it: what each of
// them may name is closed to all of them (sandbox.h).
//
// Lua leaves its own frames with longjmp, and goes past destructors then. So no frame of ours that
// has any is there when an error is raised, and nothing that a host throws passes through a frame
// of Lua: it waits in the running script until Lua is done.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "base/bytes.h"
#include "resp/reply.h"
#include "scripts/guarded_call.h"
#include "scripts/script.h"
#include "scripts/script_chance.h"
#include "scripts/script_host.h"
#include "scripts/script_memory.h"

namespace keemun::scripts {

class Interpreter {
 public:
  // What its values may take, while a script runs. Below what overflows within cjson, too: 2^31
  // / 6.
  static constexpr size_t kBytesMax = size_t{256} << 20;
  explicit Interpreter(size_t bytes_max = kBytesMax);

  // What its values take.
  size_t byte_count() const { return memory_.used(); }

  // What is wrong with a script that Lua cannot read.
  std::optional<Bytes> fault_of(const Script& script);

  struct Run {
    const Script& script;
    std::span<const BytesView> keys;
    std::span<const BytesView> arguments;
  };
  // Runs it, and answers what it returns or what it failed of. Throws what its host throws.
  resp::Reply run(const Run& run, ScriptHost& host, ScriptChance& chance);

 private:
  // What was read of scripts is kept for the next time, as long as it leaves room for their values.
  void collect_if_worth();

  ScriptMemory memory_;  // outlives what it is for
  OwnedState lua_;
};

}  // namespace keemun::scripts
