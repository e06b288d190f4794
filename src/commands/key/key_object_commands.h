// OBJECT: what a client may ask about how a value is kept.
//
// ENCODING answers what Redis would say of such a value, which clients use to tell small values
// from large ones; it is not how the value is kept here.
#pragma once

#include "commands/call.h"

namespace keemun::commands {

Reply object(Call& call);
Reply object_encoding(Call& call);
Reply object_freq(Call& call);
Reply object_help(Call& call);
Reply object_idletime(Call& call);
Reply object_refcount(Call& call);

}  // namespace keemun::commands
