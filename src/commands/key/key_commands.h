// Keys as wholes: whether they are there, what they are called, in which database they live.
#pragma once

#include "commands/call.h"

namespace keemun::commands {

Reply del(Call& call);
Reply exists(Call& call);
Reply type(Call& call);
Reply rename(Call& call);
Reply renamenx(Call& call);
Reply copy(Call& call);
Reply move(Call& call);
Reply randomkey(Call& call);

}  // namespace keemun::commands
