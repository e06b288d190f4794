#include "support/redis_server.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>

#include "base/check.h"

namespace keemun {

RedisServer::RedisServer(std::vector<Bytes> options) {
  int log[2];
  CHECK(pipe(log) == 0);
  process_ = fork();
  CHECK(process_ >= 0);
  if (process_ == 0) {
    close(log[0]);
    start(log[1], options);
  }
  close(log[1]);
  wait_until_ready(log[0]);
  close(log[0]);
}

RedisServer::~RedisServer() {
  kill(process_, SIGTERM);
  waitpid(process_, nullptr, 0);
}

// In the child; does not return.
void RedisServer::start(int log, const std::vector<Bytes>& options) const {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  dup2(log, STDOUT_FILENO);
  dup2(log, STDERR_FILENO);
  setenv("LC_ALL", "C", 1);  // SORT ALPHA orders as the server's locale does
  std::vector<Bytes> words = {"redis-server",
                              "--port",
                              "0",
                              "--unixsocket",
                              address().path,
                              "--dir",
                              folder_.path(),
                              "--save",
                              "",
                              "--appendonly",
                              "no"};
  words.insert(words.end(), options.begin(), options.end());
  std::vector<char*> pointers;
  for (Bytes& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  execvp(pointers[0], pointers.data());
  _exit(127);
}

void RedisServer::wait_until_ready(int log) const {
  Bytes seen;
  char buffer[4096];
  while (seen.find("ready to accept connections at") == Bytes::npos) {
    const ssize_t count = read(log, buffer, sizeof buffer);
    CHECK(count > 0);  // redis-server has ended or could not be started
    seen.append(buffer, static_cast<size_t>(count));
  }
}

int64_t wall_clock_ms() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
}

}  // namespace keemun
