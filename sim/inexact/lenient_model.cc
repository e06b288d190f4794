#include "inexact/lenient_model.h"

#include <vector>

#include "inexact/allowed_replies.h"

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
  const std::vector<Args> queue = client.queue;
  const size_t database = client.database;
  model::Judgement judgement = model_.judge(client, args, now_ms, observed);
  if (judgement.same || !blind_.any()) return judgement;
  judgement.same = is_right(blind_, model_, {args, queue, database, now_ms}, judgement, observed);
  return judgement;
}

}  // namespace keemun::inexact
