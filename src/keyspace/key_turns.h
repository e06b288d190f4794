// Being alone with a key, for whoever is not a command and yet must read and write a meta as one
// step.
#pragma once

#include <functional>

#include "base/bytes.h"

namespace keemun::keyspace {

class KeyTurns {
 public:
  virtual ~KeyTurns() = default;

  // Runs `work` while no command on `key` runs, on any process of the store; a command runs until
  // its commit has reached the store. False, and nothing done, where this process may not have the
  // key: another one owns it.
  virtual bool in_turn(BytesView key, const std::function<void()>& work) = 0;
};

}  // namespace keemun::keyspace
