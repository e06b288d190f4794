// Which commands several threads may run at once: each reads keys that it names, leaves nothing to
// chance, keeps no cursor, waits for nobody, and depends on time by whole commands only.
#pragma once

#include "commands/table/table.h"

namespace keemun::server {

bool may_run_in_parallel(const commands::Command& command);

}  // namespace keemun::server
