#include "server/config/event_flags.h"

#include <array>

#include "base/command_error.h"

namespace keemun::server {

namespace {

struct Letter {
  char letter;
  EventFlags flag;
};
constexpr EventFlags kGeneric = 1u << 0;
constexpr EventFlags kString = 1u << 1;
constexpr EventFlags kList = 1u << 2;
constexpr EventFlags kSet = 1u << 3;
constexpr EventFlags kHash = 1u << 4;
constexpr EventFlags kZSet = 1u << 5;
constexpr EventFlags kExpired = 1u << 6;
constexpr EventFlags kEvicted = 1u << 7;
constexpr EventFlags kStream = 1u << 8;
constexpr EventFlags kModule = 1u << 9;
constexpr EventFlags kAll = (1u << 10) - 1;

// In the order in which Redis writes them.
constexpr auto kLetters = std::to_array<Letter>({{'g', kGeneric},
                                                 {'$', kString},
                                                 {'l', kList},
                                                 {'s', kSet},
                                                 {'h', kHash},
                                                 {'z', kZSet},
                                                 {'x', kExpired},
                                                 {'e', kEvicted},
                                                 {'t', kStream},
                                                 {'d', kModule},
                                                 {'n', kNewEvents},
                                                 {'K', kKeyspaceEvents},
                                                 {'E', kKeyeventEvents},
                                                 {'m', kKeyMissEvents}});

}  // namespace

EventFlags parse_event_flags(BytesView letters) {
  EventFlags flags = 0;
  for (const char letter : letters) {
    if (letter == 'A') {
      flags |= kAll;
      continue;
    }
    EventFlags flag = 0;
    for (const Letter& known : kLetters) {
      if (known.letter == letter) flag = known.flag;
    }
    if (flag == 0) {
      throw CommandError("Invalid event class character. Use 'Ag$lshzxeKEtmdn'.");
    }
    flags |= flag;
  }
  return flags;
}

Bytes event_flags_text(EventFlags flags) {
  Bytes text;
  const bool has_all = (flags & kAll) == kAll;
  if (has_all) text += 'A';
  for (const Letter& known : kLetters) {
    if ((flags & known.flag) == 0 || (has_all && (known.flag & kAll) != 0)) continue;
    text += known.letter;
  }
  return text;
}

EventFlags class_of(BytesView event) {
  constexpr auto kStrings =
      std::to_array<BytesView>({"set", "setrange", "append", "incrby", "decrby", "incrbyfloat",
                                "getset", "setbit", "pfadd"});
  for (const BytesView name : kStrings) {
    if (event == name) return kString;
  }
  if (event == "expired") return kExpired;
  if (event == "new") return kNewEvents;
  if (event == "keymiss") return kKeyMissEvents;
  if (event == "sortstore") return kList;
  if (event == "spop" || event.starts_with("sadd") || event.starts_with("srem") ||
      event == "sinterstore" || event == "sunionstore" || event == "sdiffstore") {
    return kSet;
  }
  if (event.starts_with("z") || event.starts_with("geo")) return kZSet;
  if (event.starts_with("x")) return kStream;
  if (event.starts_with("h")) return kHash;
  if (event.starts_with("l") || event == "rpush" || event == "rpop") return kList;
  return kGeneric;
}

}  // namespace keemun::server
