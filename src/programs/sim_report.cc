#include "sim_report.h"

#include <fstream>
#include <iostream>

#include "base/number_text.h"
#include "plan/plan_text.h"
#include "resp/reply.h"

namespace keemun::programs {

namespace {

constexpr int64_t kHourMs = 3'600'000;

}  // namespace

sim::Observer trace_to(std::ostream& out) {
  return [&out](const plan::CommandEvent& event, const resp::Reply& reply) {
    out << "c" << event.client << " " << plan::command_line(event.args) << "\n"
        << resp::to_transcript(reply) << "\n";
  };
}

void print_failure(const sim::Violation& violation, const std::string& path,
                   const std::string& repro) {
  std::cout << "law broken: " << violation.law << " at event " << violation.event_index + 1
            << " of " << path << "\n"
            << violation.detail << "\n"
            << "repro: keemun sim " << repro << "\n"
            << std::flush;
}

std::string failure_path(uint64_t digest) {
  return "failure-" + format_hex(digest).substr(2) + ".plan";
}

void leave_plan(const std::string& path, const plan::Plan& plan) {
  std::ofstream file(path, std::ios::binary);
  file << plan::to_text(plan);
  if (!file.flush()) std::cerr << "keemun sim: cannot write " << path << "\n";
}

void print_tally(const sim::Tally& tally) {
  if (tally.undecided_count > 0) {
    std::cout << tally.undecided_count << " histories are undecided"
              << (tally.is_decided() ? "" : ": too many") << "\n";
  }
  std::cout << tally.passed_ms / kHourMs << " virtual hours, " << tally.marks.count()
            << " marks (kinds of answers, of all commands)\n"
            << tally.plan_count << " plans, " << tally.command_count << " commands, "
            << tally.fault_count << " faults, " << tally.failure_count << " failures, digest "
            << format_hex(tally.digest) << "\n";
}

}  // namespace keemun::programs
