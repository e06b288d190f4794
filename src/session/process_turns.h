// The turns that a process gives to whoever is not a command: waits at the gates, leaves out keys
// that are in doubt or another process has, and doubts what was written without an answer.
#pragma once

#include <span>

#include "base/bytes.h"
#include "keyspace/key_turns.h"

namespace keemun::session {

class Core;

class ProcessTurns final : public keyspace::KeyTurns {
 public:
  explicit ProcessTurns(Core& core) : core_(core) {}

  void in_turn(std::span<const BytesView> keys, const Work& work) override;

 private:
  Core& core_;
};

}  // namespace keemun::session
