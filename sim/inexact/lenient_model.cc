#include "inexact/lenient_model.h"

#include <utility>

#include "base/ascii.h"
#include "model/judge.h"

namespace keemun::inexact {

using model::Args;
using resp::Reply;

namespace {

model::Options options_for(model::Options options, const Blindness& blind) {
  // A blind store cannot tell a change from a repetition, so it fails a WATCH rather than miss one.
  options.exec_may_fail = blind.any();
  return options;
}

}  // namespace

LenientModel::LenientModel(const model::Options& options, const Blindness& blind)
    : blind_(blind), model_(options_for(options, blind)) {}

model::Judgement LenientModel::judge(model::Client& client, const Args& args, int64_t now_ms,
                                     const Reply& observed) {
  if (!blind_.any()) return model_.judge(client, args, now_ms, observed);
  const bool is_exec = !args.empty() && ascii_equal_ignoring_case(args[0], "exec");
  const std::vector<Args> queue = is_exec ? client.queue : std::vector<Args>();
  model::Judgement judgement = model_.judge(client, args, now_ms, observed);
  if (judgement.same) return judgement;
  judgement.same = is_exec ? may_execute(queue, judgement.expected, observed)
                           : may_answer(client, args, now_ms, judgement, observed);
  return judgement;
}

bool LenientModel::may_answer(const model::Client& client, const Args& args, int64_t now_ms,
                              const model::Judgement& judgement, const Reply& observed) {
  // A key that is not there leaves nothing to be unsure about.
  return is_allowed(blind_, args, judgement.expected, observed) &&
         (judgement.expected.integer() != 0 ||
          model_.databases()[client.database].holds(args[1], now_ms));
}

bool LenientModel::may_execute(const std::vector<Args>& queue, const Reply& expected,
                               const Reply& observed) const {
  if (!expected.is_aggregate() || !observed.is_aggregate()) return false;
  const Reply::Items& wanted = expected.items();
  const Reply::Items& given = observed.items();
  if (wanted.size() != given.size() || wanted.size() != queue.size()) return false;
  for (size_t i = 0; i < wanted.size(); ++i) {
    const model::Order order = model::command_for(queue[i]).order;
    const bool is_same =
        model::same_reply(wanted[i], given[i], order, model_.options().clock_slack_ms);
    if (!is_same && !is_allowed(blind_, queue[i], wanted[i], given[i])) return false;
  }
  return true;
}

}  // namespace keemun::inexact
