// Whether what a server answered is what Redis would have answered, or something else that its
// encodings may answer instead (spec/inexact.md).
#pragma once

#include <cstdint>
#include <span>

#include "base/bytes.h"
#include "inexact/inexact.h"
#include "model/model.h"
#include "resp/reply.h"

namespace keemun::inexact {

// A request of a client; an EXEC with what was queued for it.
struct Request {
  const model::Args& args;
  std::span<const model::Args> queue;
  size_t database = 0;
  int64_t now_ms = 0;
};

// `judgement` is the model's of that very reply, and the model has gone on since.
bool is_right(const Blindness& blind, model::Model& model, const Request& request,
              const model::Judgement& judgement, const resp::Reply& observed);

}  // namespace keemun::inexact
