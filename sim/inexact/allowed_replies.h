// Whether what a server answered is what Redis would have answered, or something else that its
// encodings may answer instead (spec/inexact.md).
#pragma once

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
};

// `judgement` is of that very reply, by a model with these options: it knows of the same blindness.
bool is_right(const Blindness& blind, const model::Options& options, const Request& request,
              const model::Judgement& judgement, const resp::Reply& observed);

}  // namespace keemun::inexact
