// Whether a user may run a request: each selector is held against all of it, and one has to fit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "acl/command_catalogue.h"
#include "acl/user.h"
#include "base/bytes.h"
#include "commands/table/table.h"

namespace keemun::acl {

// What a request is denied for, the more telling the later.
enum class Denied : uint8_t { kNothing, kCommand, kKey, kChannel };

struct Verdict {
  Denied denied = Denied::kNothing;
  size_t place = 0;  // of the key or channel among the arguments: where the best selector gave up
};

// The arguments begin with the command's name; they need not be as many as it wants.
Verdict check(const CommandCatalogue& catalogue, const User& user, const commands::Command& command,
              std::span<const BytesView> args);

// Whether one selector allows the request, and lets all keys be read.
bool may_read_any_key(const CommandCatalogue& catalogue, const User& user,
                      const commands::Command& command, std::span<const BytesView> args);

// Whether one selector lets the user listen to this channel, or to this pattern of channels.
bool may_hear(const User& user, BytesView channel, bool is_pattern);
// Whether all channels that were written down for it before are written down for it now.
bool hears_as_much(const User& now, const User& before);

}  // namespace keemun::acl
