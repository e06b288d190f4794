// Where a blind store may answer something else than Redis: spec/inexact.md, as code.
#pragma once

#include <span>

#include "base/bytes.h"
#include "resp/reply.h"
#include "sim/world_options.h"

namespace keemun::sim {

// `expected` is Redis' answer to `args`, `observed` another one. True where the encodings of this
// world allow it.
bool is_allowed_inexactness(const WorldOptions& options, std::span<const Bytes> args,
                            const resp::Reply& expected, const resp::Reply& observed);

}  // namespace keemun::sim
