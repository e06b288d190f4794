#include "support/keemun_program.h"

#include <sys/wait.h>

#include <cstdio>

#include "base/check.h"

namespace keemun {

Ended run_keemun(const Bytes& arguments, const Bytes& by) {
  const Bytes line = by + "'" KEEMUN_PROGRAM "' " + arguments + " 2>&1";
  FILE* pipe = popen(line.c_str(), "r");
  CHECK(pipe != nullptr);
  Ended ended;
  char buffer[4096];
  for (size_t count; (count = fread(buffer, 1, sizeof buffer, pipe)) > 0;) {
    ended.said.append(buffer, count);
  }
  ended.status = WEXITSTATUS(pclose(pipe));
  return ended;
}

}  // namespace keemun
