// Being alone with keys, for whoever is not a command and yet must read and write metas as one
// step.
#pragma once

#include <functional>
#include <span>

#include "base/bytes.h"
#include "ports/write_batch.h"

namespace keemun::keyspace {

class KeyTurns {
 public:
  struct Turn {
    // Those of the keys that this process may have: another one owns the others, and they may
    // change meanwhile.
    std::span<const BytesView> ours;
    // What every write in this turn has to expect.
    std::span<const ports::WriteBatch::Expectation> expectations = {};
  };
  using Work = std::function<void(const Turn& turn)>;

  virtual ~KeyTurns() = default;

  // Runs `work` once, while no command on any of its keys runs, on any process of the store; a
  // command runs until its commit has reached the store.
  virtual void in_turn(std::span<const BytesView> keys, const Work& work) = 0;
};

}  // namespace keemun::keyspace
