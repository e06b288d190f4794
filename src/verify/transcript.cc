#include "plan/plan_text.h"
#include "verify/campaign.h"

namespace keemun::verify {

namespace {

Bytes prompt(size_t client, size_t client_count) {
  return client_count > 1 ? "c" + std::to_string(client) + "> " : "> ";
}

}  // namespace

Bytes transcript(const Finding& finding) {
  const size_t clients = plan::client_count(finding.smallest);
  const auto& events = finding.smallest.events;
  Bytes text;
  for (size_t i = 0; i < events.size(); ++i) {
    const plan::CommandEvent* command = events[i].command();
    if (command == nullptr) continue;
    text += prompt(command->client, clients) + plan::command_line(command->args) + '\n';
    if (i == finding.difference.event_index) {
      text += "target:    " + to_transcript(finding.difference.observed) + '\n';
      text += "expected:  " + to_transcript(finding.difference.expected) + '\n';
      if (i < finding.reference_replies.size()) {
        text += "reference: " + to_transcript(finding.reference_replies[i]) + '\n';
      }
    } else if (i < finding.target_replies.size()) {
      text += to_transcript(finding.target_replies[i]) + '\n';
    }
  }
  return text;
}

}  // namespace keemun::verify
