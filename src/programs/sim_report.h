// What `keemun sim` says of plans that it has played, on its standard output unless it is told
// where.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>

#include "plan/plan.h"
#include "sim/campaign.h"
#include "sim/observer.h"
#include "sim/violation.h"

namespace keemun::programs {

// Every command and its reply, as in redis-cli, as the plan is played.
sim::Observer trace_to(std::ostream& out);

// The law that was broken at an event of the plan in the file `path`, and the arguments of
// `keemun sim` that show it again.
void print_failure(const sim::Violation& violation, const std::string& path,
                   const std::string& repro);

// Where a plan of this digest is left that broke a law.
std::string failure_path(uint64_t digest);
// The law is said by then: a file that cannot be written is only said, too.
void leave_plan(const std::string& path, const plan::Plan& plan);

void print_tally(const sim::Tally& tally);

}  // namespace keemun::programs
