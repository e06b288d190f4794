// What a campaign has reached: which commands have answered in which kinds of ways. Many plans that
// reach no more than few do not prove more.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "commands/table/table.h"
#include "resp/reply.h"

namespace keemun::sim {

class Marks {
 public:
  // Of those that the core itself has.
  void add(const commands::Command& command, const resp::Reply& reply);
  void add(const Marks& other);
  size_t count() const;

 private:
  std::vector<uint32_t> kinds_;  // a bit a kind, by the place of the command in the table
};

}  // namespace keemun::sim
