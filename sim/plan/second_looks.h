// What a plan asks right after a write: what a key holds now that the write named, and until when.
// A server may answer a write well and keep something else; that shows only to who looks before the
// next write hides it.
#pragma once

#include <deque>

#include "commands/table.h"
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

  // What a client does now, and how often, in percent, a look follows.
  void follow(Draw& draw, size_t chance, const commands::Command* command,
              const CommandEvent& event);

 private:
  void plan(uint32_t client, Args args);

  const GeneratorOptions& options_;
  std::deque<CommandEvent> planned_;
};

}  // namespace keemun::plan
