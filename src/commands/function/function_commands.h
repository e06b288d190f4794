// FUNCTION: libraries of functions, which FCALL calls by name.
#pragma once

#include "commands/call.h"

namespace keemun::commands {

Reply function_container(Call& call);
Reply function_delete(Call& call);
Reply function_dump(Call& call);
Reply function_flush(Call& call);
Reply function_list(Call& call);
Reply function_load(Call& call);
Reply function_restore(Call& call);

}  // namespace keemun::commands
