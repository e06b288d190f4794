// What a plan asks right after a write: what a key holds now that the write named, and until when.
// A server may answer a write well and keep something else; that shows only to who looks before the
// next write hides it. So that the write meets a time to live, one is set now and then before it.
#pragma once

#include <deque>

#include "commands/table/table.h"
#include "plan/draw.h"
#include "plan/plan.h"
#include "plan/swarm.h"

namespace keemun::plan {

class SecondLooks {
 public:
  explicit SecondLooks(const GeneratorOptions& options) : options_(options) {}

  bool empty() const { return planned_.empty(); }
  // The first of what is to come next.
  CommandEvent take();

  // What comes first of an event and of what belongs around it, which a write has in `chance` of
  // hundred cases; the rest is to come next.
  CommandEvent around(Draw& draw, size_t chance, const commands::Command* command,
                      CommandEvent event);

 private:
  void plan(uint32_t client, Args args);

  const GeneratorOptions& options_;
  std::deque<CommandEvent> planned_;
};

}  // namespace keemun::plan
