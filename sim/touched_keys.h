// Which keys commands may touch, as the oracle sees it: what has to do with each other, and what
// has not.
#pragma once

#include <set>
#include <span>

#include "base/bytes.h"
#include "plan/plan.h"

namespace keemun::sim {

struct Touched {
  bool are_all = false;  // whatever there is
  std::set<Bytes> keys;
};

Touched touched_by(std::span<const plan::Args> commands);
void add_to(Touched& all, std::span<const plan::Args> commands);
void add_to(Touched& all, Touched more);
bool meet(const Touched& one, const Touched& other);

}  // namespace keemun::sim
