#include "sim/allowed_replies.h"

#include "base/ascii.h"
#include "model/call.h"
#include "model/judge.h"
#include "sim/inexact.h"

namespace keemun::sim {

using resp::Reply;

namespace {

// Item by item: each queued command may be as inexact as it may be alone.
bool is_right_transaction(const WorldOptions& options, std::span<const plan::Args> queue,
                          const Reply& expected, const Reply& observed) {
  if (!expected.is_aggregate() || !observed.is_aggregate()) return false;
  const auto& wanted = expected.items();
  const auto& given = observed.items();
  if (wanted.size() != given.size() || wanted.size() != queue.size()) return false;
  for (size_t i = 0; i < wanted.size(); ++i) {
    const model::Order order = model::command_for(queue[i]).order;
    if (!model::same_reply(wanted[i], given[i], order, 0) &&
        !is_allowed_inexactness(options, queue[i], wanted[i], given[i])) {
      return false;
    }
  }
  return true;
}

}  // namespace

bool is_right(const WorldOptions& options, model::Model& model, const Request& request,
              const model::Judgement& judgement, const Reply& observed, int64_t now_ms) {
  if (judgement.same) return true;
  const Reply& expected = judgement.expected;
  if (ascii_equal_ignoring_case(request.args[0], "exec")) {
    return is_right_transaction(options, request.queue, expected, observed);
  }
  if (!is_allowed_inexactness(options, request.args, expected, observed)) return false;
  // A key that is not there leaves nothing to be unsure about. It is the first argument.
  return expected.integer() != 0 ||
         model.databases()[request.database].holds(request.args[1], now_ms);
}

}  // namespace keemun::sim
