// Long brackets of Lua, [[ ]] and [=[ ]=]. Redis' Lua takes [[ within [[ ]], texts and comments
// alike; the one here calls that deprecated and refuses it.
#pragma once

#include <optional>

#include "base/bytes.h"

namespace keemun::scripts {

// A chunk that says the same in brackets of other levels. Nothing if there is no such bracket.
std::optional<Bytes> without_nested_brackets(BytesView chunk);

}  // namespace keemun::scripts
