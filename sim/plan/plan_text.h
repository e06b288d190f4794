// Plans as text that a person can write:
//
//   # what went wrong
//   seed 0x1f
//   option class tikv_raw
//   c1 ZADD z 2 a
//   c2 SET "a key" "\x00\xff"
//   clock p1 +250
//   kv late 2
//   crash now 3
//   17: c1 ZSCORE z a
//
// One event a line, after the header. Arguments are quoted as in redis-cli. An event's id is one
// more than that of the event before it; "17:" in front says otherwise. A line that begins with #
// is a comment.
#pragma once

#include <optional>
#include <stdexcept>
#include <vector>

#include "plan/plan.h"

namespace keemun::plan {

class PlanTextError : public std::runtime_error {
 public:
  PlanTextError(size_t line, const Bytes& what)
      : std::runtime_error("line " + std::to_string(line) + ": " + what), line_(line) {}

  size_t line() const { return line_; }

 private:
  size_t line_;
};

struct WrittenPlan {
  Plan plan;
  std::vector<size_t> lines;  // where each event stands
};
WrittenPlan read_text(BytesView text);  // throws PlanTextError
Plan from_text(BytesView text);         // the same, without the lines

Bytes to_text(const Plan& plan);
Bytes to_text(const Event& event);                  // without its id and line end
std::optional<uint64_t> read_seed(BytesView text);  // decimal or 0x…
BytesView fault_text(Fault fault);                  // "kv late"

// One argument as it stands in a plan: plain when nothing in it needs quotes.
Bytes argument_text(BytesView argument);
// A command as one types it into redis-cli.
Bytes command_line(const Args& args);

}  // namespace keemun::plan
