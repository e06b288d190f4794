// The commands of Redis 7.0 that there are not here, with their categories: rules that were written
// for Redis name them, and a file of users that does so is read all the same.
#pragma once

#include <span>

#include "base/bytes.h"

namespace keemun::acl {

struct AbsentCommand {
  BytesView name;        // "xgroup|create"
  BytesView categories;  // "write stream slow"
};

std::span<const AbsentCommand> absent_commands();

}  // namespace keemun::acl
