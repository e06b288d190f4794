// One Lua interpreter, which runs one script at a time. Scripts share nothing but it: what each of
// them may name is closed to all of them (sandbox.h).
//
// Lua leaves its own frames with longjmp, and goes past destructors then. So no frame of ours that
// has any is there when an error is raised, and nothing that a host throws passes through a frame
// of Lua: it waits in the running script until Lua is done.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "base/bytes.h"
#include "resp/reply.h"
#include "scripts/script.h"
#include "scripts/script_host.h"
#include "scripts/script_memory.h"

struct lua_State;

namespace keemun::scripts {

// Where the chance of scripts stands, with the generator of lrand48(): every run of a server gives
// them the same numbers, until they say where to begin.
struct ScriptChance {
  uint64_t state = 0x330E;
};

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
  struct Closed {
    void operator()(lua_State* lua) const;
  };

  ScriptMemory memory_;  // outlives what it is for
  std::unique_ptr<lua_State, Closed> lua_;
};

}  // namespace keemun::scripts
