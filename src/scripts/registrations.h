// The functions that a library registers while it is loaded.
#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <vector>

#include "base/bytes.h"
#include "scripts/script_flags.h"
#include "scripts/script_memory.h"

struct lua_State;

namespace keemun::scripts {

struct Function {
  Bytes name;
  std::optional<Bytes> description;
  ScriptFlags flags = 0;
  int callback = 0;  // its place in the registry of the library's interpreter
};

// Letters, digits and underscores, one at least: of functions, and of libraries.
bool is_function_name(BytesView name);
inline constexpr BytesView kBadName =
    "ERR Library names can only contain letters, numbers, or underscores(_) and must be at least "
    "one character long";

class Registrations {
 public:
  // Of the values on the stack, which are redis.register_function()'s. False: it is no function,
  // and why is on top. What is kept here counts as if it were in `memory`, too.
  bool take(lua_State* lua, ScriptMemory& memory);

  const std::vector<Function>& functions() const { return functions_; }

 private:
  std::vector<Function> functions_;
  std::set<Bytes> names_;  // in lower case: functions are found whatever their case
  size_t byte_count_ = 0;
};

}  // namespace keemun::scripts
