// Redis' glob patterns (KEYS, SCAN MATCH, ...), to the letter of its matcher:
//
//   *         any bytes, none too        [abc]   one of these bytes
//   ?         one byte                   [^abc]  one byte that is none of these
//   \x        the byte x                 [a-z]   one byte of this range, whichever end comes first
//
// A class that is never closed ends with the pattern; inside a class '\' takes the next byte as it
// is, even where case is ignored. Ranges compare bytes as signed, as Redis does on x86. An empty
// text matches only the empty pattern, not "*": that too is Redis. So is that nothing matches what
// follows on more than 1,000 '*' (those side by side are one).
//
// Time is at most |pattern| * |text|, so a pattern full of '*' from a client does no harm.
#pragma once

#include "base/bytes.h"

namespace keemun {

enum class GlobCase { kExact, kIgnored };

// What every text begins with that matches, where case counts.
BytesView literal_prefix(BytesView pattern);

bool glob_matches(BytesView pattern, BytesView text, GlobCase letter_case = GlobCase::kExact);

}  // namespace keemun
