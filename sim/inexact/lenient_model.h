// The oracle for a server whose encodings may be blind: judges as the model does, and lets pass
// what spec/inexact.md lets pass, in transactions too.
#pragma once

#include <cstdint>

#include "inexact/inexact.h"
#include "model/model.h"

namespace keemun::inexact {

class LenientModel {
 public:
  LenientModel(const model::Options& options, const Blindness& blind);

  model::Judgement judge(model::Client& client, const model::Args& args, int64_t now_ms,
                         const resp::Reply& observed);

  model::Model& model() { return model_; }

 private:
  Blindness blind_;
  model::Model model_;
};

}  // namespace keemun::inexact
