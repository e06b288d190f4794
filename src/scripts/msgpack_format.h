// How MessagePack writes a value, and what can go wrong with it in a script.
#pragma once

#include "scripts/running.h"

namespace keemun::scripts::msgpack {

// What went wrong, for luaL_error(), once no frame of ours is left that has a destructor.
using Fault = const char*;
inline constexpr Fault kNone = nullptr;
inline constexpr Fault kNoMemory = "not enough memory";
inline constexpr Fault kEnded = kKilled;
inline constexpr Fault kTooDeep = "MessagePack nests too deep";
inline constexpr Fault kIncomplete = "Missing bytes in input.";
inline constexpr Fault kBadFormat = "Bad data format in input.";
// Of Lua's own, which does not say where in a script.
inline constexpr Fault kNilKey = "table index is nil";
inline constexpr Fault kNanKey = "table index is NaN";

// Deeper tables are packed as nil, as Redis does it: a table may hold itself.
inline constexpr int kPackedLevelsMax = 16;
inline constexpr int kUnpackedLevelsMax = 512;
inline constexpr int kSlotsOfLevel = 4;

// The first byte of a value: of short ones it holds the length, or the number itself.
inline constexpr unsigned kShortMap = 0x80;
inline constexpr unsigned kShortArray = 0x90;
inline constexpr unsigned kShortString = 0xa0;
inline constexpr unsigned kNil = 0xc0;
inline constexpr unsigned kFalse = 0xc2;
inline constexpr unsigned kTrue = 0xc3;
inline constexpr unsigned kFloat = 0xca;
inline constexpr unsigned kDouble = 0xcb;
inline constexpr unsigned kUnsigned8 =
    0xcc;  // 16, 32 and 64 bits behind it; of the others likewise
inline constexpr unsigned kSigned8 = 0xd0;
inline constexpr unsigned kOther8 = 0xd4;  // values of types that nobody here knows
inline constexpr unsigned kString8 = 0xd9;
inline constexpr unsigned kArray16 = 0xdc;
inline constexpr unsigned kMap16 = 0xde;
inline constexpr unsigned kNegative = 0xe0;

}  // namespace keemun::scripts::msgpack
