#include "inexact/lenient_model.h"

#include <vector>

#include "inexact/allowed_replies.h"

namespace keemun::inexact {

using model::Args;
using resp::Reply;

namespace {

model::Options options_for(model::Options options, const Blindness& blind) {
  options.blind_commands = blind_commands(blind);
  return options;
}

}  // namespace

LenientModel::LenientModel(const model::Options& options, const Blindness& blind)
    : blind_(blind), model_(options_for(options, blind)) {}

model::Judgement LenientModel::judge(model::Client& client, const Args& args, int64_t now_ms,
                                     const Reply& observed) {
  const std::vector<Args> queue = client.queue;
  model::Judgement judgement = model_.judge(client, args, now_ms, observed);
  judgement.same = is_right(blind_, model_.options(), {args, queue}, judgement, observed);
  return judgement;
}

}  // namespace keemun::inexact
