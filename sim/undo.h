// What a model held before something happened, of what that may touch; to have it back.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "base/bytes.h"
#include "model/model.h"
#include "sim/touched_keys.h"

namespace keemun::sim {

class Undo {
 public:
  // `touched` outlives it.
  Undo(model::Model& model, const Touched& touched);

  void restore(model::Model& model);

 private:
  struct Before {
    size_t database;
    Bytes key;
    model::Entry entry;
  };
  const Touched& touched_;
  std::vector<Before> entries_;  // that were there
  std::optional<std::vector<model::Database>> all_;
};

}  // namespace keemun::sim
