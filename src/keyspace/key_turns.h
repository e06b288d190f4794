// Being alone with keys, for whoever is not a command and yet must read and write metas as one
// step.
#pragma once

#include <functional>
#include <span>

#include "base/bytes.h"

namespace keemun::keyspace {

class KeyTurns {
 public:
  using Work = std::function<void(std::span<const BytesView> ours)>;

  virtual ~KeyTurns() = default;

  // Runs `work` once, while no command on any of `keys` runs, on any process of the store; a
  // command runs until its commit has reached the store. `ours` are those of the keys that this
  // process may have: another one owns the others, and they may change meanwhile.
  virtual void in_turn(std::span<const BytesView> keys, const Work& work) = 0;
};

}  // namespace keemun::keyspace
