// Ids that a plan has given to entries of streams so far. A plan that acknowledges or erases
// blindly mostly hears that there is none.
#pragma once

#include <deque>
#include <utility>

#include "commands/table/table.h"
#include "plan/draw.h"
#include "plan/plan.h"

namespace keemun::plan {

class KnownEntries {
 public:
  // One of that key, if possible of late; null where none is known.
  const Bytes* any(Draw& draw, const Bytes& key) const;

  // What a command gives. Whether it was played, and took the id, is not known.
  void follow(const commands::Command* command, const Args& args);

 private:
  std::deque<std::pair<Bytes, Bytes>> entries_;  // key and id, the last at the end
};

}  // namespace keemun::plan
