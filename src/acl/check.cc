#include "acl/check.h"

#include <algorithm>
#include <array>
#include <set>
#include <vector>

#include "base/ascii.h"
#include "base/glob.h"
#include "commands/table/used_keys.h"

namespace keemun::acl {

using commands::Command;
using commands::KeyUse;
using commands::UsedKey;

namespace {

using Arguments = std::span<const BytesView>;

// The channels that a request names: its first argument, or all of them.
struct ChannelWords {
  BytesView command;
  bool are_all;
  bool are_patterns;
};
constexpr auto kChannelWords = std::to_array<ChannelWords>({{"publish", false, false},
                                                            {"spublish", false, false},
                                                            {"subscribe", true, false},
                                                            {"ssubscribe", true, false},
                                                            {"psubscribe", true, true}});

Access access_of(KeyUse use) {
  Access access = 0;
  if ((use & commands::kAccess) != 0) access |= kReads;
  const KeyUse changes = commands::kInsert | commands::kUpdate | commands::kDelete;
  if ((use & changes) != 0) access |= kWrites;
  return access;
}

// Every STORE of GEORADIUS and its like: only the last is written, but a rule for one is no rule
// for the other.
void add_stored_keys(const Command& command, Arguments args, std::vector<UsedKey>& keys) {
  for (auto i = static_cast<size_t>(-command.arity); i + 1 < args.size(); ++i) {
    if (is_same_word(args[i], "store") || is_same_word(args[i], "storedist")) {
      keys.push_back({i + 1, args[i + 1], command.rest_use()});
    }
  }
}

std::vector<UsedKey> keys_to_check(const Command& command, Arguments args) {
  if ((command.keys.use & commands::kNoKey) != 0) return {};
  std::vector<UsedKey> keys = commands::used_keys(command, args);
  if (command.keys.moving == commands::Keys::Moving::kStoreWord) {
    add_stored_keys(command, args, keys);
  }
  return keys;
}

bool allows_command(const CommandCatalogue& catalogue, const Selector& selector,
                    const Command& command, Arguments args) {
  const size_t number = catalogue.number_of(command);
  // Who could not log in could not be anybody else.
  if (command.is(commands::kNoAuth) || selector.commands[number]) return true;
  const auto words = selector.first_words.find(number);
  if (words == selector.first_words.end() || args.size() < 2) return false;
  return std::any_of(words->second.begin(), words->second.end(), [args](const Bytes& word) {
    return ascii_equal_ignoring_case(word, args[1]);
  });
}

bool allows_key(const Selector& selector, const UsedKey& used) {
  const Access needed = access_of(used.use);
  return std::any_of(selector.keys.begin(), selector.keys.end(), [&](const KeyPattern& known) {
    return (known.access & needed) == needed && glob_matches(known.pattern, used.key);
  });
}

bool allows_channel(const Selector& selector, BytesView channel, bool is_pattern) {
  return selector.has_all_channels ||
         std::any_of(selector.channels.begin(), selector.channels.end(), [&](const Bytes& known) {
           return is_pattern ? known == channel : glob_matches(known, channel);
         });
}

Verdict check_channels(const Selector& selector, const Command& command, Arguments args) {
  if (selector.has_all_channels || !command.is(commands::kPubsub)) return {};
  for (const ChannelWords& words : kChannelWords) {
    if (words.command != command.name) continue;
    const size_t end = words.are_all ? args.size() : std::min<size_t>(args.size(), 2);
    for (size_t i = 1; i < end; ++i) {
      if (!allows_channel(selector, args[i], words.are_patterns)) return {Denied::kChannel, i};
    }
  }
  return {};
}

// A request whose keys are found once, for all selectors.
struct Request {
  const CommandCatalogue& catalogue;
  const Command& command;
  Arguments args;
  std::vector<UsedKey> keys;
};

Verdict check_selector(const Selector& selector, const Request& request) {
  if (!allows_command(request.catalogue, selector, request.command, request.args)) {
    return {Denied::kCommand, 0};
  }
  if (!selector.has_all_keys) {
    for (const UsedKey& used : request.keys) {
      if (!allows_key(selector, used)) return {Denied::kKey, used.place};
    }
  }
  return check_channels(selector, request.command, request.args);
}

}  // namespace

Verdict check(const CommandCatalogue& catalogue, const User& user, const Command& command,
              Arguments args) {
  if (user.may_do_everything) return {};
  const Request request{catalogue, command, args, keys_to_check(command, args)};
  Verdict worst{Denied::kCommand, 0};
  for (const Selector& selector : user.selectors) {
    const Verdict verdict = check_selector(selector, request);
    if (verdict.denied == Denied::kNothing) return {};
    const bool tells_more = verdict.denied > worst.denied ||
                            (verdict.denied == worst.denied && verdict.place > worst.place);
    if (tells_more) worst = verdict;
  }
  return worst;
}

bool may_read_any_key(const CommandCatalogue& catalogue, const User& user, const Command& command,
                      Arguments args) {
  const Request request{catalogue, command, args, keys_to_check(command, args)};
  return std::any_of(
      user.selectors.begin(), user.selectors.end(), [&request](const Selector& selector) {
        if (check_selector(selector, request).denied != Denied::kNothing) return false;
        return selector.has_all_keys ||
               std::any_of(selector.keys.begin(), selector.keys.end(), [](const KeyPattern& key) {
                 return key.pattern == "*" && (key.access & kReads) != 0;
               });
      });
}

bool may_hear(const User& user, BytesView channel, bool is_pattern) {
  return std::any_of(user.selectors.begin(), user.selectors.end(), [&](const Selector& selector) {
    return allows_channel(selector, channel, is_pattern);
  });
}

bool hears_as_much(const User& now, const User& before) {
  std::set<BytesView> channels;
  for (const Selector& selector : now.selectors) {
    if (selector.has_all_channels) return true;
    channels.insert(selector.channels.begin(), selector.channels.end());
  }
  return std::all_of(
      before.selectors.begin(), before.selectors.end(), [&](const Selector& selector) {
        return !selector.has_all_channels &&
               std::all_of(selector.channels.begin(), selector.channels.end(),
                           [&](const Bytes& channel) { return channels.contains(channel); });
      });
}

}  // namespace keemun::acl
