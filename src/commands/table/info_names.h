// What the table says of a command, as COMMAND INFO and COMMAND DOCS write it: "denyoom",
// "sorted-set".
#pragma once

#include <span>

#include "base/bytes.h"
#include "commands/table/table.h"

namespace keemun::commands {

struct FlagName {
  Flags flag;
  BytesView name;
};
// In the order of COMMAND INFO.
std::span<const FlagName> flag_names();

struct KeyUseName {
  KeyUse use;
  BytesView name;
};
std::span<const KeyUseName> key_use_names();

BytesView group_name(Group group);

}  // namespace keemun::commands
