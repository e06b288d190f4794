#include "standard_streams.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

namespace keemun::programs {

void hold_standard_streams() {
  for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; ++stream) {
    if (fcntl(stream, F_GETFD) != -1 || errno != EBADF) continue;
    // Takes the lowest number that is free: this one.
    const int held = open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
    if (held != -1 && held != stream) close(held);
  }
}

}  // namespace keemun::programs
