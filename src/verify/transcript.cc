// What was asked and what each server said, line by line, for people.
#include "plan/plan_text.h"
#include "verify/campaign.h"

namespace keemun::verify {

namespace {

Bytes prompt(size_t client, size_t client_count) {
  return client_count > 1 ? "c" + std::to_string(client) + "> " : "> ";
}

// What a server said at an event, or nothing where it was not asked.
Bytes line(BytesView who, const std::vector<Reply>& replies, size_t event) {
  if (event >= replies.size()) return "";
  return Bytes(who) + to_transcript(replies[event]) + '\n';
}

Bytes lines_of_difference(const Finding& finding) {
  const Difference& difference = finding.difference;
  const Bytes observed = to_transcript(difference.observed) + '\n';
  const size_t event = difference.event_index;
  return (finding.is_of_reference ? line("target:    ", finding.target_replies, event)
                                  : "target:    " + observed) +
         "expected:  " + to_transcript(difference.expected) + '\n' +
         (finding.is_of_reference ? "reference: " + observed
                                  : line("reference: ", finding.reference_replies, event));
}

}  // namespace

Bytes transcript(const Finding& finding) {
  const size_t clients = plan::client_count(finding.smallest);
  const auto& events = finding.smallest.events;
  const auto& replies =
      finding.is_of_reference ? finding.reference_replies : finding.target_replies;
  Bytes text;
  for (size_t i = 0; i < events.size(); ++i) {
    const plan::CommandEvent* command = events[i].command();
    if (command == nullptr) continue;
    text += prompt(command->client, clients) + plan::command_line(command->args) + '\n';
    text +=
        i == finding.difference.event_index ? lines_of_difference(finding) : line("", replies, i);
  }
  return text;
}

}  // namespace keemun::verify
