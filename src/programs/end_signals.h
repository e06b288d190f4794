// SIGINT and SIGTERM, for what runs long and has something to say at its end: the first asks it to
// come to one, the second ends the process at once.
#pragma once

namespace keemun::programs {

void end_on_signals();
// Whether one has come.
bool must_end();

}  // namespace keemun::programs
