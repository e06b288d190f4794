// Keys that will be asked for right away, one after another, and members of them: of what is known
// of them in memory, the processor fetches some while it works on others. Nothing else comes of it,
// so they may be guessed.
#pragma once

#include <cstddef>
#include <span>

#include "base/bytes.h"
#include "commands/table/table.h"
#include "resp/words_ahead.h"
#include "session/core.h"

namespace keemun::session {

// Of a request that names fewer, telling costs as much as it spares.
inline constexpr size_t kComingKeysMin = 4;
// Of more than these the first ones might have gone again before they are asked for.
inline constexpr size_t kComingKeysMax = 128;

void fetch_coming_keys(Core& core, size_t database, std::span<const BytesView> keys);

// Of requests that come behind one of `command`, and are likely to be of its kind: where that is
// one of collections of members, and a key's meta is known, their second words are such members.
void fetch_for_coming(Core& core, size_t database, const commands::Command& command,
                      const resp::WordsAhead& coming);

}  // namespace keemun::session
