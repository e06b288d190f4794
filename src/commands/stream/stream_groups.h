// What the commands of groups have in common: the group they name, and the errors about it.
#pragma once

#include <memory>

#include "commands/call.h"
#include "types/stream_store.h"

namespace keemun::commands {

// The stream at this key and its group at the next argument; otherwise "NOGROUP No such key ...".
struct OpenGroup {
  std::unique_ptr<types::StreamStore> stream;
  BytesView name;
  types::StreamGroup group;
};
OpenGroup open_group(const Call& call, size_t key_index);

[[noreturn]] void throw_no_group(BytesView key, BytesView group);
[[noreturn]] void throw_no_group_of_key(BytesView key, BytesView group);
// An unknown subcommand, or one with arguments that it does not take.
[[noreturn]] void throw_bad_subcommand(const Call& call);

}  // namespace keemun::commands
