#include "inexact/allowed_replies.h"

#include "base/ascii.h"
#include "model/call.h"
#include "model/judge.h"

namespace keemun::inexact {

using resp::Reply;

namespace {

// Item by item: each queued command may be as inexact as it may be alone.
bool is_right_transaction(const Blindness& blind, std::span<const model::Args> queue,
                          const model::Judgement& judgement, const Reply& observed,
                          int64_t slack_ms) {
  const Reply& expected = judgement.expected;
  if (!expected.is_aggregate() || !observed.is_aggregate()) return false;
  const auto& wanted = expected.items();
  const auto& given = observed.items();
  const auto& in_doubt = judgement.in_doubt;
  if (wanted.size() != given.size() || wanted.size() != queue.size()) return false;
  if (wanted.size() != in_doubt.size()) return false;
  for (size_t i = 0; i < wanted.size(); ++i) {
    const model::Order order = model::command_for(queue[i]).order;
    if (!model::same_reply(wanted[i], given[i], order, slack_ms) &&
        !(in_doubt[i] && is_allowed(blind, queue[i], wanted[i], given[i]))) {
      return false;
    }
  }
  return true;
}

}  // namespace

bool is_right(const Blindness& blind, const model::Options& options, const Request& request,
              const model::Judgement& judgement, const Reply& observed) {
  if (judgement.same || judgement.in_doubt.empty()) return judgement.same;
  if (ascii_equal_ignoring_case(request.args[0], "exec")) {
    return is_right_transaction(blind, request.queue, judgement, observed, options.clock_slack_ms);
  }
  return judgement.in_doubt.front() &&
         is_allowed(blind, request.args, judgement.expected, observed);
}

}  // namespace keemun::inexact
