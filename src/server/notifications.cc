#include "server/notifications.h"

#include <array>

#include "base/command_error.h"
#include "server/subscriptions.h"

namespace keemun::server {

namespace {

struct Letter {
  char letter;
  uint32_t flag;
};
constexpr uint32_t kGeneric = 1u << 0;
constexpr uint32_t kString = 1u << 1;
constexpr uint32_t kList = 1u << 2;
constexpr uint32_t kSet = 1u << 3;
constexpr uint32_t kHash = 1u << 4;
constexpr uint32_t kZSet = 1u << 5;
constexpr uint32_t kExpired = 1u << 6;
constexpr uint32_t kEvicted = 1u << 7;
constexpr uint32_t kStream = 1u << 8;
constexpr uint32_t kModule = 1u << 9;
constexpr uint32_t kKeyspace = 1u << 10;
constexpr uint32_t kKeyevent = 1u << 11;
constexpr uint32_t kKeyMiss = 1u << 12;
constexpr uint32_t kNew = 1u << 13;
constexpr uint32_t kAll = (1u << 10) - 1;

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
                                                 {'n', kNew},
                                                 {'K', kKeyspace},
                                                 {'E', kKeyevent},
                                                 {'m', kKeyMiss}});

// The class of an event, which stands in its name.
uint32_t class_of(BytesView event) {
  constexpr auto kStrings =
      std::to_array<BytesView>({"set", "setrange", "append", "incrby", "decrby", "incrbyfloat",
                                "getset", "setbit", "pfadd"});
  for (const BytesView name : kStrings) {
    if (event == name) return kString;
  }
  if (event == "expired") return kExpired;
  if (event == "new") return kNew;
  if (event == "keymiss") return kKeyMiss;
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

}  // namespace

uint32_t parse_event_flags(BytesView letters) {
  uint32_t flags = 0;
  for (const char letter : letters) {
    if (letter == 'A') {
      flags |= kAll;
      continue;
    }
    uint32_t flag = 0;
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

Bytes event_flags_text(uint32_t flags) {
  Bytes text;
  const bool has_all = (flags & kAll) == kAll;
  if (has_all) text += 'A';
  for (const Letter& known : kLetters) {
    if ((flags & known.flag) == 0 || (has_all && (known.flag & kAll) != 0)) continue;
    text += known.letter;
  }
  return text;
}

session::ChangeListener::Interests notified_interests(const State& state) {
  if (state.settings.notify_keyspace_events.empty()) return {};
  const uint32_t flags = parse_event_flags(state.settings.notify_keyspace_events);
  return {true, (flags & kNew) != 0, (flags & kKeyMiss) != 0};
}

void notify(State& state, size_t database, BytesView key, BytesView event) {
  if (state.settings.notify_keyspace_events.empty()) return;
  const uint32_t flags = parse_event_flags(state.settings.notify_keyspace_events);
  if ((flags & class_of(event)) == 0) return;
  const Bytes name = state.hosted.core().database_text(database);
  if ((flags & kKeyspace) != 0) {
    publish(state, "__keyspace@" + name + "__:" + Bytes(key), event);
  }
  if ((flags & kKeyevent) != 0) {
    publish(state, "__keyevent@" + name + "__:" + Bytes(event), key);
  }
}

}  // namespace keemun::server
