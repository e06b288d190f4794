// Whether what the core answered is what Redis would have answered, or something else that the
// encodings of its world may answer instead (spec/inexact.md).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/bytes.h"
#include "model/model.h"
#include "plan/plan.h"
#include "resp/reply.h"
#include "sim/world_options.h"

namespace keemun::sim {

// A request of a client; an EXEC with what was queued for it.
struct Request {
  const plan::Args& args;
  std::span<const plan::Args> queue;
  size_t database = 0;
};

// `judgement` is the model's of that very reply, and the model has gone on since.
bool is_right(const WorldOptions& options, model::Model& model, const Request& request,
              const model::Judgement& judgement, const resp::Reply& observed, int64_t now_ms);

}  // namespace keemun::sim
