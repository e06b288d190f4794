// What a campaign found, for programs: report.json.
#include <nlohmann/json.hpp>

#include "plan/plan_text.h"
#include "verify/campaign.h"

namespace keemun::verify {

namespace {

using Json = nlohmann::ordered_json;

Json findings_json(const std::vector<Finding>& findings) {
  Json list = Json::array();
  for (const Finding& finding : findings) {
    list.push_back({{"command", finding.command},
                    {"signature", finding.signature},
                    {"seen", finding.count},
                    {"reproducible", finding.reproducible},
                    {"plan_seed", finding.plan_seed},
                    {"plan", plan::to_text(finding.smallest)},
                    {"expected", to_transcript(finding.difference.expected)},
                    {"observed", to_transcript(finding.difference.observed)},
                    {"transcript", transcript(finding)}});
  }
  return list;
}

}  // namespace

Bytes to_json(const Outcome& outcome) {
  Json commands = Json::object();
  for (const auto& [name, tally] : outcome.commands) {
    commands[name] = {
        {"equal", tally.equal}, {"different", tally.different}, {"unknown", tally.unknown}};
  }
  const Json report = {
      {"seed", outcome.seed},
      {"protocol", outcome.protocol},
      {"plans", outcome.plan_count},
      {"knows_clock", outcome.knows_clock},
      {"commands_played", outcome.command_count},
      {"interrupted", outcome.interruption ? Json(outcome.interruption->why) : Json()},
      {"left_out", outcome.left_out},
      {"differences", findings_json(outcome.findings)},
      {"reference_differences", findings_json(outcome.reference_differences)},
      {"verifier_defects", findings_json(outcome.verifier_defects)},
      {"commands", std::move(commands)}};
  // Replies may hold any bytes; those that are no UTF-8 are replaced, the plan's text has them all.
  return report.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace keemun::verify
