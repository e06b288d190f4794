// What a script says of itself, in its first line, or of a function when it is registered.
#pragma once

#include <array>
#include <cstdint>

#include "base/bytes.h"

namespace keemun::scripts {

using ScriptFlags = uint8_t;
inline constexpr ScriptFlags kNoWrites = 1u << 0;
inline constexpr ScriptFlags kAllowOom = 1u << 1;

struct ScriptFlagName {
  ScriptFlags flag;
  BytesView name;
};
// In the order of FUNCTION LIST. There is no other master and no cluster, so the last three have no
// effect.
inline constexpr auto kScriptFlagNames =
    std::to_array<ScriptFlagName>({{kNoWrites, "no-writes"},
                                   {kAllowOom, "allow-oom"},
                                   {1u << 2, "allow-stale"},
                                   {1u << 3, "no-cluster"},
                                   {1u << 4, "allow-cross-slot-keys"}});

}  // namespace keemun::scripts
