// A value of Lua's in MessagePack.
#pragma once

#include <cstddef>
#include <cstdint>
#include <lua.hpp>

#include "base/bytes.h"
#include "scripts/running.h"

namespace keemun::scripts::msgpack {

class Packer {
 public:
  Packer(lua_State* lua, Running& running) : lua_(lua), running_(running) {}

  const Bytes& bytes() const { return bytes_; }

  // The value on top, which stays there. False where it becomes too much, or has to end: a table
  // that holds itself is many values.
  bool add(int level);

 private:
  void add_byte(uint64_t byte) { bytes_ += static_cast<char>(byte & 0xff); }
  void add_wide(uint64_t value, size_t byte_count);
  // In two bytes, or behind the next of first bytes in four.
  void add_length(unsigned first_byte, size_t size);
  void add_string();
  void add_number(lua_Number number);
  void add_integer(int64_t number);
  bool add_table(int level);
  bool add_items(int level, int count);
  bool add_pairs(int level);

  lua_State* lua_;
  Running& running_;
  size_t value_count_ = 0;
  Bytes bytes_;
};

}  // namespace keemun::scripts::msgpack
