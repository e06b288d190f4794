// SET, GET and their families, and strings in parts.
#pragma once

#include "commands/call.h"

namespace keemun::commands {

Reply set(Call& call);
Reply setex(Call& call);
Reply psetex(Call& call);
Reply setnx(Call& call);
Reply get(Call& call);
Reply getex(Call& call);
Reply getdel(Call& call);
Reply getset(Call& call);
Reply mget(Call& call);
Reply mset(Call& call);
Reply msetnx(Call& call);
Reply append(Call& call);
Reply string_length(Call& call);
Reply getrange(Call& call);
Reply setrange(Call& call);

}  // namespace keemun::commands
