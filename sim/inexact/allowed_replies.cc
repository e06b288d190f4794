#include "inexact/allowed_replies.h"

#include "base/ascii.h"
#include "model/call.h"
#include "model/judge.h"

namespace keemun::inexact {

using resp::Reply;

namespace {

// Item by item: each queued command may be as inexact as it may be alone.
bool is_right_transaction(const Blindness& blind, std::span<const model::Args> queue,
                          const Reply& expected, const Reply& observed, int64_t slack_ms) {
  if (!expected.is_aggregate() || !observed.is_aggregate()) return false;
  const auto& wanted = expected.items();
  const auto& given = observed.items();
  if (wanted.size() != given.size() || wanted.size() != queue.size()) return false;
  for (size_t i = 0; i < wanted.size(); ++i) {
    const model::Order order = model::command_for(queue[i]).order;
    if (!model::same_reply(wanted[i], given[i], order, slack_ms) &&
        !is_allowed(blind, queue[i], wanted[i], given[i])) {
      return false;
    }
  }
  return true;
}

}  // namespace

bool is_right(const Blindness& blind, model::Model& model, const Request& request,
              const model::Judgement& judgement, const Reply& observed) {
  if (judgement.same) return true;
  const Reply& expected = judgement.expected;
  if (ascii_equal_ignoring_case(request.args[0], "exec")) {
    return is_right_transaction(blind, request.queue, expected, observed,
                                model.options().clock_slack_ms);
  }
  if (!is_allowed(blind, request.args, expected, observed)) return false;
  // A key that is not there leaves nothing to be unsure about. It is the first argument.
  return expected.integer() != 0 ||
         model.databases()[request.database].holds(request.args[1], request.now_ms);
}

}  // namespace keemun::inexact
