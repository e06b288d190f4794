// Whoever starts a program may have closed its standard streams. The next file that is opened would
// take the place of one, and what is printed would go into a store, or to a server.
#pragma once

namespace keemun::programs {

// Before anything is opened. A stream that was closed stays one that cannot be read or written.
void hold_standard_streams();

}  // namespace keemun::programs
