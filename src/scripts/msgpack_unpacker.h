// Values of Lua's out of MessagePack.
#pragma once

#include <cstddef>
#include <cstdint>
#include <lua.hpp>

#include "base/bytes.h"
#include "scripts/msgpack_format.h"
#include "scripts/script_memory.h"

namespace keemun::scripts::msgpack {

// Has no destructor, nor has what it calls: Lua may leave it in the middle.
class Unpacker {
 public:
  Unpacker(lua_State* lua, const ScriptMemory& memory, BytesView bytes)
      : lua_(lua), memory_(memory), bytes_(bytes) {}

  size_t left() const { return bytes_.size(); }

  // The next value, on top.
  Fault next(int level);

 private:
  // A value whose number or length stands behind its first byte.
  Fault next_with_bits(unsigned first, int level);
  bool read(size_t size, uint64_t& bits);

  Fault push_number(lua_Number number);
  Fault push_nil();
  Fault push_boolean(bool is_true);
  // Of so many bytes, the highest bit of which is its sign.
  Fault push_integer(uint64_t bits, size_t size);
  Fault push_string(uint64_t size);
  Fault push_array(uint64_t count, int level);
  Fault push_map(uint64_t count, int level);

  lua_State* lua_;
  const ScriptMemory& memory_;
  BytesView bytes_;
};

}  // namespace keemun::scripts::msgpack
